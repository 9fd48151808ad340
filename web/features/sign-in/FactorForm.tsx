import { useEffect, useState } from 'react'
import { useRefusal } from '../../lib/codes.ts'
import { ApiError } from '../../lib/errors.ts'
import { hasPasskeys, signWithPasskey } from '../../lib/session/passkeys.ts'
import { type FactorName, type FactorNeeded, factorSignIn } from '../../lib/session/sign-in.ts'
import { useTexts } from '../../lib/texts.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { FactorCodeInput } from '../../ui/fields/FactorCodeInput.tsx'
import { useFields } from '../../ui/fields/form.ts'
import { AuthForm } from './AuthForm.tsx'
import { words as further } from './further/words.ts'
import classes from './SignIn.module.css'
import { useCompleteSignIn } from './useCompleteSignIn.ts'
import { words } from './words.ts'

const codeField = (form: HTMLElement | null) => form?.querySelector<HTMLInputElement>('[name="code"]')

/**
 * The second step of a sign-in, which asks for a code of an authenticator app, a passkey or a recovery code.
 */
export function FactorForm({ step, onOver }: { step: FactorNeeded; onOver: () => void }) {
  const t = useTexts(words)
  const own = useTexts(further)
  const refusal = useRefusal()
  const enter = useCompleteSignIn()
  const factors = step.factors.filter((each) => each !== 'passkey' || hasPasskeys())
  const [by, setBy] = useState<FactorName>(factors[0] ?? 'recovery_code')
  const others = factors.filter((each) => each !== by)

  const fields = useFields({
    initial: { code: '' },
    check: ({ code }) => ({
      code:
        code || by === 'passkey' ? undefined : own(`factor.empty.${by === 'totp' ? by : 'recovery_code'}`),
    }),
    submit: async ({ code }) => {
      try {
        const proof = by === 'passkey' ? await signWithPasskey(step.passkey ?? {}) : code
        await enter(await factorSignIn(step.token, by, proof))
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error
        toast('err', error.message)
        onOver()
      }
    },
    refusal,
  })
  const { ref } = fields.formProps
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the user chooses another factor
  useEffect(() => codeField(ref.current)?.focus(), [by])

  function choose(next: FactorName) {
    setBy(next)
    fields.form.setFieldValue('code', '')
    fields.show({})
    fields.clearProblem()
  }

  return (
    <AuthForm
      title={own('factor.title')}
      context={own(`factor.context.${by}`)}
      fields={fields}
      submit={own(by === 'passkey' ? 'factor.use.passkey' : 'factor.submit')}
      foot={
        <span className={classes.ways}>
          {others.map((other) => (
            <button key={other} type="button" className="link" onClick={() => choose(other)}>
              {own(`factor.use.${other}`)}
            </button>
          ))}
          <button type="button" className="link" onClick={onOver}>
            {t('toSignIn')}
          </button>
        </span>
      }
    >
      {by !== 'passkey' && (
        <FactorCodeInput
          {...fields.field('code')}
          kind={by === 'totp' ? 'totp' : 'recovery'}
          label={own(`factor.${by}`)}
        />
      )}
    </AuthForm>
  )
}
