import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useFields } from '../../ui/fields/form.ts'
import classes from './Account.module.css'
import { type Account, useAccountChanged } from './account.ts'
import { revokeSession } from './mutations.ts'
import { words } from './words.ts'

/** Asks before every session but this one ends. */
export default function EndOthers({ rows: [account], opened, onClose }: DialogProps<[Account]>) {
  const t = useTexts(words)
  const refusal = useRefusal()
  const changed = useAccountChanged()
  const fields = useFields({
    initial: {},
    check: () => ({}),
    submit: async () => {
      await request(revokeSession, { id: null })
      onClose()
      toast('ok', t('sessions.othersEnded'))
      await changed()
    },
    refusal,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('sessions.confirmTitle')}
      width={440}
      fields={fields}
      submit={t('sessions.endOthers')}
    >
      <p className={classes.question}>
        {t('sessions.confirmText', {
          count: account.profile.sessions.filter(({ current }) => !current).length,
        })}
      </p>
    </FormDialog>
  )
}
