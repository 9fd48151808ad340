import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useBrand } from '../../brand.ts'
import { useChecks } from '../../lib/checks.ts'
import { listedSources } from '../../lib/config.ts'
import { hasPasskeys } from '../../lib/session/passkeys.ts'
import { codeSignIn, FactorNeeded, passkeySignIn, passwordSignIn } from '../../lib/session/sign-in.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as libWords } from '../../lib/words.ts'
import { lazyPart } from '../../network.ts'
import { loginId } from '../../ui/fields/digits.ts'
import { useFields } from '../../ui/fields/form.ts'
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx'
import { typed } from '../../ui/fields/typed.ts'
import { AuthForm } from './AuthForm.tsx'
import { agreed, rememberAgreed } from './agreed.ts'
import { Agreed, Consent } from './Consent.tsx'
import { Foot } from './Foot.tsx'
import { PhoneCode } from './PhoneCode.tsx'
import classes from './SignIn.module.css'
import type { BrokerState } from './sources/arrival.ts'
import { sourcesHeight, useSourceHint } from './sources/hint.ts'
import { Tabs } from './Tabs.tsx'
import type { Application } from './useApplication.ts'
import { useCompleteSignIn } from './useCompleteSignIn.ts'
import { useFirstNotice } from './useFirstNotice.tsx'
import { useInvited } from './useInvited.ts'
import { useSignInRefusal } from './useSignInRefusal.ts'
import { words } from './words.ts'

// Components that few sign-ins need are loaded on demand.
const Locked = lazyPart(async () => (await import('./later.ts')).Locked)
const sources = () => import('./sources/sourceForms.ts')
const BrokerNotice = lazyPart(async () => (await sources()).BrokerNotice)
const Sources = lazyPart(async () => (await sources()).Sources)

const empty = { username: '', password: '', mobilePhone: '', mobilePhoneCode: '' }
type FirstValues = typeof empty & { consent: boolean }

interface FirstProps {
  application: Application | null | undefined
  /** Whether the browser has just returned from a provider. */
  arrived: boolean
  broker: BrokerState | undefined
  onCancel: () => void
  onFactor: (step: FactorNeeded) => void
}

/**
 * The first step of a sign-in. Both tabs share one form, so that input is retained when the user switches
 * tabs.
 */
export function FirstForm({ application, arrived, broker, onCancel, onFactor }: FirstProps) {
  const t = useTexts(words)
  const enter = useCompleteSignIn()
  const invited = useInvited()
  const { name: product } = useBrand()
  const [before] = useState(agreed)
  const [by, setBy] = useState<'password' | 'code'>('password')
  const { refusal, until, wrong, forget } = useSignInRefusal(by)
  const notice = useFirstNotice()

  const fields = useFirstFields({ by, before, enter, refusal, onFactor })
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

  /** Whether the user has accepted the terms. Stores the acceptance, or shows that it is required. */
  function accepts() {
    if (form.getValues().consent) rememberAgreed()
    else fields.show({ consent: t('consentNeeded') })
    return form.getValues().consent
  }

  /**
   * Signs in with a passkey, which does not require a username. The user must first consent to the terms, as
   * with the submit button.
   */
  async function byPasskey() {
    if (accepts()) await fields.attempt('username', async () => enter(await passkeySignIn()))
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
      notice={
        broker ? (
          <Suspense>
            <BrokerNotice {...broker} onCancel={onCancel} />
          </Suspense>
        ) : (
          notice
        )
      }
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
      after={!broker?.linking && <OtherSources {...{ accepts, application, arrived }} />}
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

interface FieldOptions extends Pick<FirstProps, 'onFactor'> {
  by: 'password' | 'code'
  before: ReturnType<typeof agreed>
  enter: ReturnType<typeof useCompleteSignIn>
  refusal: ReturnType<typeof useSignInRefusal>['refusal']
}

/** The fields of both tabs. The submit signs in by the tab that is open. */
function useFirstFields({ by, before, enter, refusal, onFactor }: FieldOptions) {
  return useFields({
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
}

interface OtherSourcesProps extends Pick<FirstProps, 'application' | 'arrived'> {
  accepts: () => boolean
}

/** Buttons for sign-ins with other identities. Their space is reserved while they load. */
function OtherSources({ accepts, application, arrived }: OtherSourcesProps) {
  const hint = useSourceHint() ?? application?.idpHint ?? null
  if (!hint && !listedSources().length) return null
  return (
    <Suspense fallback={<div style={{ height: sourcesHeight() }} />}>
      <Sources accepts={accepts} hint={arrived ? null : hint} loginHint={application?.loginHint ?? null} />
    </Suspense>
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
