import type { AccountRow } from '../../accounts/store.ts'
import { readGroups } from '../../applications/groups.ts'
import { organizationClaim } from '../../applications/organizations.ts'
import type { ApplicationRow } from '../../applications/store.ts'
import type { Database } from '../../db/open.ts'

/**
 * The claims that each scope grants. They are defined by OpenID Connect Core, section 5.4, and by Reeve for
 * its own scopes.
 */
export const scopeClaims = {
  openid: ['sub', 'groups'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username'],
  phone: ['phone_number', 'phone_number_verified'],
  email: ['email', 'email_verified'],
  organization: ['organization'],
  organizations: ['organizations'],
} as const

/** Returns the current values of the account's claims that the scopes grant to the application. */
export async function readClaims(
  db: Database,
  account: AccountRow,
  {
    scopes,
    tenantId,
    application,
  }: { scopes: ReadonlySet<string>; tenantId: string | null; application?: ApplicationRow | undefined },
): Promise<{ sub: string; [claim: string]: unknown }> {
  const { id: sub } = account
  return {
    sub,
    ...(scopes.has('profile') && {
      name: account.name,
      given_name: account.first_name ?? undefined,
      family_name: account.last_name ?? undefined,
      preferred_username: account.username ?? undefined,
    }),
    ...(scopes.has('phone') &&
      account.mobile_phone && { phone_number: account.mobile_phone, phone_number_verified: true }),
    ...(scopes.has('email') &&
      account.email && { email: account.email, email_verified: account.email_verified }),
    ...(scopes.has('organization') &&
      tenantId && { organization: await organizationClaim(db.query, sub, tenantId) }),
    ...(application?.groups_template && {
      groups: await readGroups(db.query, sub, { tenantId, application }),
    }),
  }
}
