import { useState } from 'react'
import { useRefusal } from '../../../lib/codes.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import classes from '../Applications.module.css'
import { useApplicationsChanged } from '../applications.ts'
import { type SecretOwner, secretsOf } from '../mutations.ts'
import { words } from '../words.ts'
import { SecretShown } from './SecretShown.tsx'

/** Creates and shows a second secret of an application or a service account. */
export default function RotateSecret({
  rows: [application],
  owner = 'application',
  opened,
  onClose,
}: DialogProps<[{ id: string; name: string }]> & { owner?: SecretOwner }) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useApplicationsChanged()
  const [secret, setSecret] = useState<string>()
  const fields = useFields({
    initial: {},
    check: () => ({}),
    submit: async () => {
      if (secret) return onClose()
      setSecret((await secretsOf[owner].rotate(application.id)) ?? undefined)
      await changed()
    },
    refusal,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(secret ? 'secretOf' : 'rotate', { name: application.name })}
      fields={fields}
      submit={t(secret ? 'close' : 'rotate')}
      final={secret !== undefined}
    >
      {secret ? <SecretShown secret={secret} /> : <p className={classes.rule}>{t('rotateText')}</p>}
    </FormDialog>
  )
}
