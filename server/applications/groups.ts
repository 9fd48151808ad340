import type { Kysely } from 'kysely'
import { groupLimits, groupsOf } from '../../contract/claims/groups.ts'
import type { Tables } from '../db/tables.ts'
import { listChoices, organizationClaim } from './organizations.ts'
import type { ApplicationRow } from './store.ts'

/**
 * Returns the `groups` claim of an account. If an organization was selected at the sign-in, the claim
 * contains the groups of that organization. Otherwise a first-party application receives the groups of all
 * organizations whose members can use the application. Other applications receive no groups.
 */
export async function readGroups(
  db: Kysely<Tables>,
  accountId: string,
  { tenantId, application }: { tenantId: string | null; application: ApplicationRow },
): Promise<string[]> {
  const ids = tenantId
    ? [tenantId]
    : application.first_party
      ? await listUsable(db, accountId, application)
      : []
  const found = await Promise.all(ids.map((id) => organizationClaim(db, accountId, id)))
  const groups = found
    .filter((claim) => claim !== undefined)
    .flatMap((claim) =>
      groupsOf(application.groups_template ?? '', {
        organization: [claim.name],
        organization_id: [claim.id],
        role: [claim.owner ? 'OWNER' : claim.manager ? 'MANAGER' : 'MEMBER', ...claim.roles],
        code: claim.auth_codes,
      }),
    )
  return [...new Set(groups)].slice(0, groupLimits.groups)
}

const listUsable = async (db: Kysely<Tables>, accountId: string, application: ApplicationRow) =>
  (await listChoices(db, accountId, application))
    .filter(({ usable, personal }) => usable && !personal)
    .map(({ id }) => id)
