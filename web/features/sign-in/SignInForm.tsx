import { Button, Tabs, TextInput } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { useChecks } from '../../lib/checks.ts'
import { useRefusal } from '../../lib/codes.ts'
import { codeSignIn, FactorNeeded, passkeySignIn, passwordSignIn } from '../../lib/session/api.ts'
import { hasPasskeys } from '../../lib/session/passkeys.ts'
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
import { useApplication } from './useApplication.ts'
import { useEnter } from './useEnter.ts'
import { words } from './words.ts'

// Most have none: whoever has waits for it once.
const FactorForm = lazyPart(async () => (await import('./FactorForm.tsx')).FactorForm)

const empty = { username: '', password: '', mobilePhone: '', mobilePhoneCode: '' }

/** Sign-in by password or by code, and by a second factor after it where the account has one. */
export function SignInForm() {
  const [step, setStep] = useState<FactorNeeded>()
  return step ? (
    <Suspense>
      <FactorForm key={step.token} step={step} onOver={() => setStep(undefined)} />
    </Suspense>
  ) : (
    <FirstForm onFactor={setStep} />
  )
}

/** One form, so that what was typed and ticked survives a change of tab. */
function FirstForm({ onFactor }: { onFactor: (step: FactorNeeded) => void }) {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const checks = useChecks()
  const refusal = useRefusal()
  const enter = useEnter()
  const application = useApplication()
  const { state } = useLocation()
  const [before] = useState(agreed)
  const [by, setBy] = useState<'password' | 'code'>('password')

  const fields = useFields({
    initial: { ...empty, consent: before === 'current' },
    check: ({ username, password, mobilePhone, mobilePhoneCode, consent }) => ({
      ...(by === 'password'
        ? {
            username: username ? undefined : common('usernameEmpty'),
            password: password ? undefined : common('passwordEmpty'),
          }
        : { mobilePhone: checks.phone(mobilePhone), mobilePhoneCode: checks.code(mobilePhoneCode) }),
      consent: consent ? undefined : t('consentNeeded'),
    }),
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
  const username = fields.field('username')
  const { form } = fields
  // Whom the application expects, until somebody types who they are.
  const hint = application?.loginHint
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each hint, not at each key
  useEffect(() => {
    if (hint && !form.getValues().username) form.setFieldValue('username', loginId(hint))
  }, [hint])

  function choose(next: string | null) {
    setBy(next === 'code' ? 'code' : 'password')
    fields.show({})
    fields.clearProblem()
  }

  /** Whoever has one need not say who they are; the consent is asked for as by the button above. */
  async function byPasskey() {
    if (!form.getValues().consent) return fields.show({ consent: t('consentNeeded') })
    rememberAgreed()
    await fields.attempt('username', async () => enter(await passkeySignIn()))
  }

  return (
    <AuthForm
      title={application ? t('continueTo', { name: application.name }) : t('title')}
      context={application?.returnsTo ? t('returnsTo', { host: application.returnsTo }) : t('context')}
      fields={fields}
      advice={
        fields.problem === common('loginFailed')
          ? t(by === 'password' ? 'failedByPassword' : 'failedByCode')
          : undefined
      }
      notice={
        (state.passwordReset || state.accountClosing) && (
          <Notice tone="ok" role="status">
            {state.accountClosing ? t('accountClosing', { days: limits.closing }) : t('forget.done')}
          </Notice>
        )
      }
      submit={t('submit')}
      other={
        hasPasskeys() && (
          <Button variant="default" fullWidth onClick={() => void byPasskey()}>
            {t('byPasskey')}
          </Button>
        )
      }
      foot={
        <>
          {t('noAccount')}
          <Link to="/register" search className="link">
            {t('toRegister')}
          </Link>
          {application && (
            <button type="button" className="link" onClick={application.leave}>
              {t('leaveApplication')}
            </button>
          )}
        </>
      }
    >
      <Tabs value={by} onChange={choose} keepMounted={false} className={classes.tabs}>
        <Tabs.List>
          <Tabs.Tab value="password">{t('byPassword')}</Tabs.Tab>
          <Tabs.Tab value="code">{t('byCode')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="password" className={classes.fields}>
          <TextInput
            {...username}
            {...typed(loginId, username.onChange)}
            label={t('account')}
            placeholder={t('accountRule')}
            autoComplete="username"
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
            <Link to="/forget" search className={`link ${classes.forgot}`}>
              {t('forgot')}
            </Link>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="code" className={classes.fields}>
          <PhoneCode fields={fields} purpose="login" />
        </Tabs.Panel>
      </Tabs>
      {before === 'current' ? (
        <Agreed />
      ) : (
        <Consent {...fields.box('consent')} changed={before === 'older'} />
      )}
    </AuthForm>
  )
}
