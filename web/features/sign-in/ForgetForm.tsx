import { Link, useNavigate } from '@tanstack/react-router'
import { limits } from '../../../contract/limits.ts'
import { useChecks } from '../../lib/checks.ts'
import { useRefusal } from '../../lib/codes.ts'
import { post } from '../../lib/session/post.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as libWords } from '../../lib/words.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useFields } from '../../ui/fields/form.ts'
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx'
import { AuthForm } from './AuthForm.tsx'
import { words as further } from './further/words.ts'
import { PhoneCode } from './PhoneCode.tsx'
import { words } from './words.ts'

const initial = { mobilePhone: '', mobilePhoneCode: '', password: '' }

/** Sets a new password after verifying a code that is sent to the phone. */
export function ForgetForm() {
  const t = useTexts(words)
  const own = useTexts(further)
  const common = useTexts(libWords)
  const checks = useChecks()
  const refusal = useRefusal()
  const navigate = useNavigate()

  const fields = useFields({
    initial,
    check: (values) => ({
      mobilePhone: checks.phone(values.mobilePhone),
      mobilePhoneCode: checks.code(values.mobilePhoneCode),
      password: checks.newPassword(values.password),
    }),
    submit: async (values) => {
      await post('/ResetPassword', values)
      await navigate({ to: '/login', search: true, state: { passwordReset: true } })
    },
    refusal,
  })

  return (
    <AuthForm
      title={own('forget.title')}
      context={own('forget.context')}
      fields={fields}
      notice={<Notice>{own('forget.note')}</Notice>}
      submit={own('forget.submit')}
      foot={
        <Link to="/login" search className="link finger">
          {t('toSignIn')}
        </Link>
      }
    >
      <PhoneCode fields={fields} purpose="reset" />
      <PasswordInput
        {...fields.field('password', common('passwordRule', limits.password))}
        label={own('forget.newPassword')}
        revealLabel={common('reveal')}
        autoComplete="new-password"
      />
    </AuthForm>
  )
}
