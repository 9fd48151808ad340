import { useChecks } from '../../../lib/checks.ts'
import { useCodeSending, useRefusal } from '../../../lib/codes.ts'
import { ApiError } from '../../../lib/errors.ts'
import { type FirstSignIn, sendTicketCode, ticketSignIn } from '../../../lib/session/broker.ts'
import { FactorNeeded, linkAtSignIn } from '../../../lib/session/sign-in.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CodeInput } from '../../../ui/fields/CodeInput.tsx'
import { useFields } from '../../../ui/fields/form.ts'
import { AuthForm } from '../AuthForm.tsx'
import classes from '../SignIn.module.css'
import { useCompleteSignIn } from '../useCompleteSignIn.ts'
import { acceptedTerms } from './acceptedTerms.ts'
import { words } from './words.ts'

interface Props {
  step: FirstSignIn
  onFactor: (step: FactorNeeded) => void
  onLink: (step: FirstSignIn) => void
  onOver: (problem?: string) => void
}

/**
 * The first sign-in with an identity: an SMS code links it to the account with the provider's phone number,
 * or an account is created. The user can also link it to another account.
 */
export function FirstSignInForm({ step, onFactor, onLink, onOver }: Props) {
  const t = useTexts(words)
  const checks = useChecks()
  const enter = useCompleteSignIn()
  const { ticket, source, name, ways } = step
  const phone = ways[0] === 'phone' ? (step.phone ?? '') : undefined
  const codes = useCodeSending('login', phone ?? '')

  const fields = useFields({
    initial: { code: '' },
    check: ({ code }) => ({ code: phone === undefined ? undefined : checks.code(code) }),
    submit: async ({ code }) => {
      // If the account has a second factor, the sign-in links the identity in the second step.
      linkAtSignIn(phone === undefined ? undefined : ticket)
      try {
        const way = phone === undefined ? { create: true as const } : { code }
        await enter(await ticketSignIn(ticket, { ...acceptedTerms(), ...way }))
      } catch (error) {
        if (error instanceof FactorNeeded) return onFactor(error)
        linkAtSignIn()
        if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error
        onOver(error.message)
      }
    },
    refusal: useRefusal(),
  })

  const context =
    phone !== undefined
      ? t('first.phone', { phone })
      : name
        ? t('first.create', { name })
        : t('first.createUnnamed')
  return (
    <AuthForm
      title={t('first.title', { name: source.name })}
      context={context}
      fields={fields}
      submit={t(phone === undefined ? 'first.createSubmit' : 'first.verify')}
      foot={
        <span className={classes.ways}>
          {ways.includes('sign_in') && (
            <button type="button" className="link" onClick={() => onLink(step)}>
              {t('first.other')}
            </button>
          )}
          <button type="button" className="link" onClick={() => onOver()}>
            {t('first.back')}
          </button>
        </span>
      }
    >
      {phone !== undefined && (
        <CodeInput
          {...fields.field('code', codes.rule)}
          {...codes.input}
          label={t('first.code')}
          onSend={() => void fields.attempt('code', () => codes.send(() => sendTicketCode(ticket)))}
        />
      )}
    </AuthForm>
  )
}
