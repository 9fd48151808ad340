import { limits } from '../../../contract/limits.ts'
import { useChecks } from '../../lib/checks.ts'
import { useRefusal } from '../../lib/codes.ts'
import { request } from '../../lib/graphql.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as libWords } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import type { DialogProps } from '../../ui/dialogs/lazyDialogs.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useFields } from '../../ui/fields/form.ts'
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx'
import { type Account, useAccountChanged } from './account.ts'
import { changePassword } from './mutations.ts'
import { words } from './words.ts'

/** Changes the password and ends all other sessions. */
export default function ChangePassword({ rows: [account], opened, onClose }: DialogProps<[Account]>) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const checks = useChecks()
  const refusal = useRefusal()
  const changed = useAccountChanged()

  const fields = useFields({
    initial: { password: '' },
    check: ({ password }) => ({ password: checks.newPassword(password) }),
    submit: async (values) => {
      await request(changePassword, values)
      onClose()
      toast('ok', t('security.passwordChanged'))
      await changed()
    },
    refusal,
  })

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('security.changePassword')}
      width={440}
      fields={fields}
      submit={t('security.changePassword')}
    >
      <Notice>{t('security.passwordEnds')}</Notice>
      {/* Provides the username to password managers. */}
      <input
        hidden
        readOnly
        autoComplete="username"
        value={account.profile.username ?? account.profile.mobilePhone ?? ''}
      />
      <PasswordInput
        {...fields.field('password', common('passwordRule', limits.password))}
        label={t('security.newPassword')}
        revealLabel={common('reveal')}
        autoComplete="new-password"
        data-autofocus
      />
    </FormDialog>
  )
}
