import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { required } from '../../../contract/required.ts'
import { stateOf } from './state.ts'

const { base, Check, Prompt } = interactionPolicy
type Result = { consent?: object } | undefined

/**
 * Which page a sign-in needs next: to sign in, to choose an organization, to allow the application. What `loadGrant` of
 * authorize.ts found decides; without a page the grant is there.
 */
export function createPolicy(): ReturnType<typeof base> {
  const policy = base()
  // Whose session the browser's cookie names is who a code is for, whatever a page has answered.
  required(policy.get('login'), 'login').checks.add(
    new Check('browser_session', 'nobody is signed in in this browser', (ctx) => {
      const { accountId } = ctx.oidc.session ?? {}
      return accountId !== undefined && stateOf(ctx).browser?.accountId !== accountId
    }),
  )
  // Its page says what comes first, and goes on by itself once that is done.
  required(policy.get('login'), 'login').checks.add(
    new Check('locked', 'the account has something else to do first', (ctx) => Boolean(stateOf(ctx).lock)),
  )
  policy.add(
    new Prompt(
      { name: 'organization', requestable: false },
      new Check('organization_missing', 'an organization has to be chosen', (ctx) => {
        const { application, tenantId } = stateOf(ctx)
        return application !== undefined && tenantId === undefined
      }),
    ),
    1,
  )
  policy.remove('consent')
  const consent = new Prompt(
    { name: 'consent', requestable: true },
    new Check('consent_missing', 'the application has to be allowed', needsConsent),
  )
  // Ours knows whom it need not ask.
  consent.checks.remove('consent_prompt')
  policy.add(consent)
  return policy
}

function needsConsent(ctx: KoaContextWithOIDC): boolean {
  const { application } = stateOf(ctx)
  if ((ctx.oidc.result as Result)?.consent) return !ctx.oidc.grant?.jti
  // Anything on a machine can listen where a native application does: its people are asked each time (RFC 8252, 8.6).
  if (application?.kind === 'NATIVE') return true
  if (!application?.first_party && ctx.oidc.prompts.has('consent')) return true
  return !ctx.oidc.grant?.jti
}
