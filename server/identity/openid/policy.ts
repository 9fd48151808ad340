import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { required } from '../../../contract/required.ts'
import { hintedAccount } from './requests/hint.ts'
import { stateOf } from './state.ts'

const { base, Check, Prompt } = interactionPolicy
type Result = { consent?: object } | undefined

/**
 * Returns the policy that selects the next page of a sign-in: login, organization or consent. It depends on
 * the result of `loadGrant` in authorize.ts. If no page is needed, the grant exists.
 */
export function createPolicy(): ReturnType<typeof base> {
  const policy = base()
  // The code is issued for the session of the browser's cookie, regardless of what a page submitted.
  required(policy.get('login'), 'login').checks.add(
    new Check('browser_session', 'no user is signed in in this browser', (ctx) => {
      const { accountId } = ctx.oidc.session ?? {}
      return accountId !== undefined && stateOf(ctx).browser?.accountId !== accountId
    }),
  )
  // The provider itself checks the hint only in the first request, not after a login.
  required(policy.get('login'), 'login').checks.remove('id_token_hint')
  required(policy.get('login'), 'login').checks.add(
    new Check('id_token_hint', 'the ID token hint names another account', 'login_required', (ctx) => {
      const hinted = hintedAccount(ctx.oidc.params ?? {})
      const { accountId } = ctx.oidc.session ?? {}
      return hinted !== undefined && accountId !== undefined && hinted !== accountId
    }),
  )
  // The page shows the step that the user must complete first, and then continues automatically.
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
  // `needsConsent` replaces this check, because first-party applications need no consent.
  consent.checks.remove('consent_prompt')
  policy.add(consent)
  return policy
}

function needsConsent(ctx: KoaContextWithOIDC): boolean {
  const { application } = stateOf(ctx)
  if ((ctx.oidc.result as Result)?.consent) return !ctx.oidc.grant?.jti
  // Any program on a machine can listen on the redirect URI of a native application, so its users must
  // consent each time (RFC 8252, section 8.6).
  if (application?.kind === 'NATIVE') return true
  if (!application?.first_party && ctx.oidc.prompts.has('consent')) return true
  return !ctx.oidc.grant?.jti
}
