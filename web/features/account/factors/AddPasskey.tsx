import { TextInput } from '@mantine/core'
import { useChecks } from '../../../lib/checks.ts'
import { useRefusal } from '../../../lib/codes.ts'
import { request } from '../../../lib/graphql.ts'
import { createPasskey } from '../../../lib/session/passkeys.ts'
import { deviceWords } from '../../../lib/session/userAgent.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import classes from './Factors.module.css'
import { createPasskey as beginPasskey, confirmPasskey } from './mutations.ts'
import { useAdded } from './useAdded.tsx'
import { words } from './words.ts'

/**
 * Asks for a name and creates a passkey. Shows recovery codes if the passkey is the account's first factor.
 */
export default function AddPasskey({ opened, onClose, done }: DialogProps) {
  const t = useTexts(words)
  const checks = useChecks()
  const refusal = useRefusal()
  const { added, codes } = useAdded({ opened, onClose, done })

  const fields = useFields({
    initial: { name: deviceWords(navigator.userAgent).name ?? t('passkey') },
    check: ({ name }) => ({ name: name.trim() ? checks.name(name) : t('nameEmpty') }),
    submit: async ({ name }) => {
      const { setUp, options } = (await request(beginPasskey)).createPasskey
      const response = await createPasskey(options)
      const { recoveryCodes } = (await request(confirmPasskey, { setUp, response, name })).confirmPasskey
      await added(recoveryCodes, t('passkeyAdded'))
    },
    refusal,
  })

  if (codes) return codes
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('addPasskey')}
      width={440}
      fields={fields}
      submit={t('add')}
    >
      <p className={classes.text}>{t('passkeyText')}</p>
      <TextInput
        {...fields.field('name', t('nameRule'))}
        label={t('name')}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}
