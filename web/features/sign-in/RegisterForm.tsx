import { TextInput } from '@mantine/core'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { useBrand } from '../../brand.ts'
import { useChecks } from '../../lib/checks.ts'
import { useRefusal } from '../../lib/codes.ts'
import { presentTerms, takesRegistrations } from '../../lib/config.ts'
import { post } from '../../lib/session/post.ts'
import { passwordSignIn } from '../../lib/session/sign-in.ts'
import { useTexts } from '../../lib/texts.ts'
import { useFree } from '../../lib/useFree.ts'
import { words as libWords } from '../../lib/words.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { loginId } from '../../ui/fields/digits.ts'
import { useFields } from '../../ui/fields/form.ts'
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx'
import { typed } from '../../ui/fields/typed.ts'
import { AuthForm } from './AuthForm.tsx'
import { rememberAgreed } from './agreed.ts'
import { Consent } from './Consent.tsx'
import { words as further } from './further/words.ts'
import { PhoneCode } from './PhoneCode.tsx'
import classes from './SignIn.module.css'
import { useCompleteSignIn } from './useCompleteSignIn.ts'
import { useInvited } from './useInvited.ts'
import { words } from './words.ts'

const initial = {
  mobilePhone: '',
  mobilePhoneCode: '',
  password: '',
  nickName: '',
  username: '',
  consent: false,
}

const isUsernameFree = async (loginId: string, signal: AbortSignal) =>
  (await post<{ available: boolean }>('/CheckLoginId', { loginId }, signal)).available

// The function is referentially stable, so React calls it only when the field mounts and unmounts.
const focusOnce = (input: HTMLInputElement | null) => input?.focus()

/** If self-registration is disabled, redirects to the sign-in page, which shows whom to contact. */
export function RegisterForm() {
  return takesRegistrations() ? <Registration /> : <Navigate to="/login" search replace />
}

/** Creates an account and signs in to it. */
function Registration() {
  const t = useTexts(words)
  const own = useTexts(further)
  const common = useTexts(libWords)
  const checks = useChecks()
  const refusal = useRefusal()
  const enter = useCompleteSignIn()
  const invited = useInvited()
  const navigate = useNavigate()
  const [more, setMore] = useState(false)

  const fields = useFields({
    initial,
    check: (values) => ({
      mobilePhone: checks.phone(values.mobilePhone),
      mobilePhoneCode: checks.code(values.mobilePhoneCode),
      password: checks.newPassword(values.password),
      nickName: checks.name(values.nickName),
      username: checks.username(values.username),
      consent: values.consent ? undefined : t('consentNeeded'),
    }),
    submit: async ({ consent: _, nickName, username, ...values }) => {
      rememberAgreed()
      await post('/Register', {
        ...values,
        termsVersion: presentTerms().version,
        ...(nickName.trim() && { nickName }),
        ...(username && { username }),
      })
      const tokens = await passwordSignIn(values.mobilePhone, values.password).catch(() => undefined)
      // If signing in fails, do not show the form again: the account already exists, so registering again
      // would fail.
      if (tokens) return enter(tokens)
      toast('ok', own('register.done'))
      await navigate({ to: '/login', search: true })
    },
    refusal,
  })
  const wanted = fields.form.values.username
  const free = useFree(checks.username(wanted) ? '' : wanted, isUsernameFree)
  const username = fields.field(
    'username',
    free ? own(`register.username${free}`) : own('register.usernameRule', limits.username),
  )

  return (
    <AuthForm
      title={own('register.title', { product: useBrand().name })}
      context={own(invited ? 'register.invited' : 'register.context')}
      fields={fields}
      submit={own('register.submit')}
      // The checkbox is always shown, because a new account needs its own consent.
      consent={<Consent {...fields.box('consent')} />}
      foot={
        <>
          {t('haveAccount')}
          <Link to="/login" search className="link finger">
            {t('toSignIn')}
          </Link>
        </>
      }
    >
      <PhoneCode fields={fields} purpose="register" />
      <PasswordInput
        {...fields.field('password', common('passwordRule', limits.password))}
        label={t('password')}
        revealLabel={common('reveal')}
        autoComplete="new-password"
      />
      {more ? (
        <>
          <TextInput
            {...fields.field('nickName', own('register.nickNameRule', limits.name))}
            label={own('register.nickName')}
            autoComplete="nickname"
            ref={focusOnce}
          />
          <TextInput
            {...username}
            {...typed(loginId, username.onChange)}
            error={username.error ?? (free === 'Taken' ? username.description : undefined)}
            description={free === 'Taken' ? undefined : username.description}
            classNames={free === 'Free' ? { description: classes.free } : undefined}
            label={own('register.username')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </>
      ) : (
        <button type="button" className={`link ${classes.more}`} onClick={() => setMore(true)}>
          {own('register.more')}
        </button>
      )}
    </AuthForm>
  )
}
