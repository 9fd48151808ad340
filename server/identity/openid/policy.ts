import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { required } from '../../../contract/required.ts'
import { hintedAccount } from './requests/hint.ts'
import { stateOf } from './state.ts'

const { base, Check, Prompt } = interactionPolicy
type Result = { consent?: object } | undefined

/**
 * Returns the interaction policy, which selects the next page of a sign-in: login, organization or consent.
 * The choice depends on the result of `loadGrant` in authorize.ts. If no page is needed, loadGrant has
 * already returned a grant.
 */
export function createPolicy(): ReturnType<typeof base> {
  const policy = base()
  // An authorization code may only be issued to the user in the browser's session cookie, regardless of what
  // a page submitted. For any other user, require a login.
  required(policy.get('login'), 'login').checks.add(
    new Check('browser_session', 'this browser has no signed-in user', (ctx) => {
      const { accountId } = ctx.oidc.session ?? {}
      return accountId !== undefined && stateOf(ctx).browser?.accountId !== accountId
    }),
  )
  // oidc-provider checks the hint only in the first request. Replace its check, so that the hint is also
  // checked after a login.
  required(policy.get('login'), 'login').checks.remove('id_token_hint')
  required(policy.get('login'), 'login').checks.add(
    new Check('id_token_hint', 'the ID token hint names another account', 'login_required', (ctx) => {
      const hinted = hintedAccount(ctx.oidc.params ?? {})
      const { accountId } = ctx.oidc.session ?? {}
      return hinted !== undefined && accountId !== undefined && hinted !== accountId
    }),
  )
  // The login page shows the step that the user must complete first, and then continues automatically.
  required(policy.get('login'), 'login').checks.add(
    new Check('locked', 'the account must complete another task first', (ctx) => Boolean(stateOf(ctx).lock)),
  )
  policy.add(
    new Prompt(
      { name: 'organization', requestable: false },
      new Check('organization_missing', 'an organization must be chosen', (ctx) => {
        const { application, tenantId } = stateOf(ctx)
        return application !== undefined && tenantId === undefined
      }),
    ),
    1,
  )
  policy.remove('consent')
  const consent = new Prompt(
    { name: 'consent', requestable: true },
    new Check('consent_missing', 'the user must consent to the application', needsConsent),
  )
  // `needsConsent` below replaces the provider's check, because first-party applications need no consent.
  consent.checks.remove('consent_prompt')
  policy.add(consent)
  return policy
}

function needsConsent(ctx: KoaContextWithOIDC): boolean {
  const { application } = stateOf(ctx)
  if ((ctx.oidc.result as Result)?.consent) return !ctx.oidc.grant?.jti
  // Any program on the user's machine can listen on the redirect URI of a native application, so users must
  // consent each time (RFC 8252, section 8.6).
  if (application?.kind === 'NATIVE') return true
  if (!application?.first_party && ctx.oidc.prompts.has('consent')) return true
  return !ctx.oidc.grant?.jti
}
