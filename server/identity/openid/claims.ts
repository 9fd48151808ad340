import type { AccountRow } from '../../accounts/store.ts'
import { organizationClaim } from '../../applications/organizations.ts'
import type { Database } from '../../db/open.ts'

/** The claims that each scope grants: OpenID Connect Core, section 5.4, and Reeve's own scopes. */
export const scopeClaims = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username'],
  phone: ['phone_number', 'phone_number_verified'],
  email: ['email', 'email_verified'],
  organization: ['organization'],
  organizations: ['organizations'],
} as const

/** Returns the current claims of an account that these scopes grant. */
export async function readClaims(
  db: Database,
  account: AccountRow,
  { scopes, tenantId }: { scopes: ReadonlySet<string>; tenantId: string | null },
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
  }
}
