import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { clientId, limits } from '../../../../contract/limits.ts'
import { required } from '../../../../contract/required.ts'
import { organizationClaim } from '../../../applications/organizations.ts'
import { isResourceFor } from '../../../applications/programs.ts'
import { offeredScopes } from '../../../applications/rules.ts'
import type { SecondFactor } from '../../../core/viewer.ts'
import type { Database } from '../../../db/open.ts'
import { readClaims } from '../claims.ts'
import { readApplication, readGrant, readProgramClaims, readSignedIn } from '../reading.ts'
import { stateOf } from '../state.ts'

interface Dependencies {
  db: Database
  issuer: string
  secondFactor: SecondFactor
}

/**
 * Returns the resource server of a requested audience: this server or a resource of the application. Throws
 * invalid_target for any other audience.
 */
export async function findResourceServer({ db, issuer }: Dependencies, resource: string, id: string) {
  const application = await readApplication(db, id)
  const { resources = [], tenant_id: tenantId } = application ?? {}
  // Service accounts of an organization can request tokens for the platform's services.
  const open =
    resource === issuer ||
    resources.includes(resource) ||
    (tenantId && (await isResourceFor(db.query, resource, tenantId)))
  if (!open) throw new errors.InvalidTarget()
  return {
    scope: offeredScopes(application, resource === issuer).join(' '),
    audience: resource,
    accessTokenFormat: 'jwt' as const,
    accessTokenTTL: limits.accessToken,
    jwt: { sign: { alg: application?.signing_alg ?? 'ES256' } },
  }
}

/**
 * Returns an account in the format that oidc-provider needs, or undefined if the account cannot sign in now.
 */
export async function findProviderAccount(
  { db, secondFactor }: Dependencies,
  ctx: KoaContextWithOIDC,
  sub: string,
) {
  const account = await readSignedIn(db, sub, secondFactor)
  if (account?.lock) stateOf(ctx).lock = account.lock
  if (!account?.enabled || account.lock) return undefined
  return {
    accountId: sub,
    async claims(_use: string, scope: string) {
      const id = ctx.oidc.grant?.jti
      const grant = id ? await readGrant(db, id, secondFactor) : undefined
      const claims = await readClaims(db, account, {
        scopes: new Set(scope.split(' ')),
        tenantId: grant?.tenant_id ?? null,
        application: await readApplication(db, required(ctx.oidc.client, 'client').clientId),
      })
      // Add `sid`, because logout tokens need it.
      return { ...claims, sid: grant?.session_id }
    },
  }
}

/** Returns the claims that an access token contains in addition to the standard claims. */
export async function extraTokenClaims(
  deps: Dependencies,
  ctx: KoaContextWithOIDC,
  token: { clientId?: string | undefined; kind: string; sid?: string },
) {
  if (token.clientId === clientId) return { sid: token.sid }
  return token.kind === 'ClientCredentials'
    ? readProgramClaims(deps.db, required(token.clientId, 'clientId'))
    : grantClaims(deps, ctx, token.kind)
}

/**
 * Returns the claims that identify the grant and the session of a token, and the claims of the current
 * organization.
 */
async function grantClaims({ db, secondFactor }: Dependencies, ctx: KoaContextWithOIDC, kind: string) {
  const id = kind === 'AccessToken' ? ctx.oidc.grant?.jti : undefined
  const grant = id ? await readGrant(db, id, secondFactor) : undefined
  if (!grant) return undefined
  const { tenant_id: tenantId, scopes } = grant
  return {
    sid: grant.session_id,
    grant_id: grant.id,
    ...(tenantId &&
      scopes.includes('organization') && {
        organization: await organizationClaim(db.query, grant.account_id, tenantId),
      }),
  }
}
