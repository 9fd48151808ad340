import { Button, TextInput } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { sessionEnds } from '../../../contract/states.ts'
import { useBrand } from '../../brand.ts'
import { useChecks } from '../../lib/checks.ts'
import { takesRegistrations } from '../../lib/config.ts'
import { hasPasskeys } from '../../lib/session/passkeys.ts'
import { codeSignIn, FactorNeeded, passkeySignIn, passwordSignIn } from '../../lib/session/sign-in.ts'
import { stored } from '../../lib/storage.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as libWords } from '../../lib/words.ts'
import { lazyPart } from '../../network.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { loginId } from '../../ui/fields/digits.ts'
import { useFields } from '../../ui/fields/form.ts'
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx'
import { typed } from '../../ui/fields/typed.ts'
import { AuthForm } from './AuthForm.tsx'
import { agreed, rememberAgreed } from './agreed.ts'
import { Agreed, Consent } from './Consent.tsx'
import { PhoneCode } from './PhoneCode.tsx'
import classes from './SignIn.module.css'
import { Tabs } from './Tabs.tsx'
import { type Application, useApplication } from './useApplication.ts'
import { useCompleteSignIn } from './useCompleteSignIn.ts'
import { useInvited } from './useInvited.ts'
import { useSignInRefusal } from './useSignInRefusal.ts'
import { words } from './words.ts'

// Most sign-ins do not need these components, so the components are loaded on demand.
const later = () => import('./later.ts')
const FactorForm = lazyPart(async () => (await later()).FactorForm)
const Locked = lazyPart(async () => (await later()).Locked)
const ApplicationPath = lazyPart(async () => (await later()).ApplicationPath)

const empty = { username: '', password: '', mobilePhone: '', mobilePhoneCode: '' }
type FirstValues = typeof empty & { consent: boolean }

/** Signs in with a password or a code, then asks for a second factor if the account has one. */
export function SignInForm() {
  const [step, setStep] = useState<FactorNeeded>()
  const application = useApplication()
  return (
    <>
      {application !== undefined && (
        <div className={classes.way} data-way>
          <Suspense>{application && <ApplicationPath {...application} />}</Suspense>
        </div>
      )}
      {step ? (
        <Suspense>
          <FactorForm key={step.token} step={step} onOver={() => setStep(undefined)} />
        </Suspense>
      ) : (
        <FirstForm application={application} onFactor={setStep} />
      )}
    </>
  )
}

interface FirstProps {
  application: Application | null | undefined
  onFactor: (step: FactorNeeded) => void
}

/**
 * The first step of a sign-in. Both tabs share one form, so that input is retained when the user switches
 * tabs.
 */
function FirstForm({ application, onFactor }: FirstProps) {
  const t = useTexts(words)
  const enter = useCompleteSignIn()
  const invited = useInvited()
  const { name: product } = useBrand()
  const [before] = useState(agreed)
  const [by, setBy] = useState<'password' | 'code'>('password')
  const { refusal, until, wrong, forget } = useSignInRefusal(by)

  const fields = useFields({
    initial: { ...empty, consent: before === 'current' },
    check: useFirstCheck(by),
    submit: async ({ username, password, mobilePhone, mobilePhoneCode }) => {
      rememberAgreed()
      try {
        await enter(
          by === 'password'
            ? await passwordSignIn(username, password)
            : await codeSignIn(mobilePhone, mobilePhoneCode),
        )
      } catch (error) {
        if (!(error instanceof FactorNeeded)) throw error
        onFactor(error)
      }
    },
    refusal,
  })
  const { form } = fields
  const focusFirst = useFocus(fields, by, application?.loginHint, fields.problem === wrong)

  function over() {
    forget()
    fields.clearProblem()
  }

  function choose(next: typeof by) {
    setBy(next)
    fields.show({})
    over()
  }

  /**
   * Signs in with a passkey, which does not require a username. The user must first consent to the terms, as
   * with the submit button.
   */
  async function byPasskey() {
    if (!form.getValues().consent) return fields.show({ consent: t('consentNeeded') })
    rememberAgreed()
    await fields.attempt('username', async () => enter(await passkeySignIn()))
  }

  return (
    <AuthForm
      title={application ? t('continueTo', { name: application.name }) : t('title', { product })}
      context={
        application?.returnsTo
          ? t('returnsTo', { host: application.returnsTo })
          : t(invited ? 'invited' : 'context')
      }
      fields={fields}
      problem={
        fields.problem &&
        until && (
          <Suspense>
            <Locked key={until} until={until} onOver={over} />
          </Suspense>
        )
      }
      notice={useFirstNotice()}
      submit={t(application ? 'submitOn' : 'submit')}
      other={
        hasPasskeys() && (
          <Button variant="default" fullWidth onClick={() => void byPasskey()}>
            {t('byPasskey')}
          </Button>
        )
      }
      consent={
        before === 'current' ? (
          <Agreed />
        ) : (
          <Consent {...fields.box('consent')} changed={before === 'older'} />
        )
      }
      foot={<Foot application={application} />}
    >
      <Tabs tabs={{ password: t('byPassword'), code: t('byCode') }} chosen={by} onChoose={choose}>
        {by === 'code' ? (
          <PhoneCode fields={fields} purpose="login" />
        ) : (
          <PasswordFields fields={fields} onFilled={focusFirst} />
        )}
      </Tabs>
    </AuthForm>
  )
}

function useFirstCheck(by: 'password' | 'code') {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const checks = useChecks()
  return ({ username, password, mobilePhone, mobilePhoneCode, consent }: FirstValues) => ({
    ...(by === 'password'
      ? {
          username: username ? undefined : common('usernameEmpty'),
          password: password ? undefined : common('passwordEmpty'),
        }
      : { mobilePhone: checks.phone(mobilePhone), mobilePhoneCode: checks.code(mobilePhoneCode) }),
    consent: consent ? undefined : t('consentNeeded'),
  })
}

type FirstFields = ReturnType<typeof useFields<FirstValues>>

/**
 * Moves the focus to the field that the user needs next. Returns a function that focuses the account field
 * or, if it is filled in, the password field.
 */
function useFocus(
  { form, formProps: { ref } }: FirstFields,
  by: 'password' | 'code',
  hint: string | null | undefined,
  failed: boolean,
) {
  const field = (name: string) => ref.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)

  /** Focuses the account field or, if it is filled in, the password field. */
  function focusFirst() {
    const account = field('username')
    const there = account?.value || account?.matches(':autofill')
    ;(there ? field('password') : account)?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form mounts
  useEffect(focusFirst, [])

  // Fill in the application's login hint, unless the user has already typed an account.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the hint changes
  useEffect(() => {
    if (!hint || form.getValues().username) return
    form.setFieldValue('username', loginId(hint))
    field('password')?.focus()
  }, [hint])

  // Select the wrong password or code, so that the user can type over it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the error appears
  useEffect(() => {
    const typed = failed && field(by === 'password' ? 'password' : 'mobilePhoneCode')
    if (!typed) return
    typed.focus()
    typed.select()
  }, [failed])

  return focusFirst
}

/**
 * Fields for the account and the password. `onFilled` is called when the browser has autofilled the account.
 */
function PasswordFields({ fields, onFilled }: { fields: FirstFields; onFilled: () => void }) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const username = fields.field('username')
  return (
    <>
      <TextInput
        {...username}
        {...typed(loginId, username.onChange)}
        label={t('account')}
        placeholder={t('accountRule')}
        autoComplete="username"
        classNames={{ input: classes.account }}
        onAnimationStart={onFilled}
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={classes.password}>
        <PasswordInput
          {...fields.field('password')}
          label={t('password')}
          revealLabel={common('reveal')}
          autoComplete="current-password"
        />
        <Link to="/forget" search className={`link finger ${classes.forgot}`}>
          {t('forgot')}
        </Link>
      </div>
    </>
  )
}

/**
 * Returns a notice that explains why the user is on this page: the password was reset, the account is being
 * closed, or the session has ended.
 */
function useFirstNotice(): ReactNode {
  const t = useTexts(words)
  const { state } = useLocation()
  const end = stored.use('session-end')
  const ended = sessionEnds.find((each) => each === end)
  if (state.passwordReset || state.accountClosing)
    return (
      <Notice tone="ok" role="status">
        {state.accountClosing ? t('accountClosing', { days: limits.closing }) : t('forget.done')}
      </Notice>
    )
  return (
    ended && (
      <Notice tone="warn" role="status">
        {t(`ended.${ended}`)}
      </Notice>
    )
  )
}

function Foot({ application }: { application: Application | null | undefined }) {
  const t = useTexts(words)
  return (
    <>
      {t('noAccount')}
      {takesRegistrations() ? (
        <Link to="/register" search className="link finger">
          {t('toRegister')}
        </Link>
      ) : (
        <span>{t('askAdministrator')}</span>
      )}
      {application && (
        <button type="button" className="link" onClick={application.leave}>
          {t('leaveApplication')}
        </button>
      )}
    </>
  )
}
