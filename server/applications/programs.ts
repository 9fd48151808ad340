import { type Kysely, sql } from 'kysely'
import type { ServiceAccount } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'
import { statusNow } from '../tenants/store.ts'
import { hashOf, saveIssued } from './issued.ts'
import type { OrganizationClaim } from './organizations.ts'

// A program's own access tokens: nobody signed in for them, so there is no grant that they hang on.

type Reader = Kysely<Tables>

/** Which program, and which of its tokens. */
interface OwnToken {
  applicationId: string
  tokenId: string
}

const revoked = 'RevokedToken'

/** Until it ends by itself, in `seconds`. */
export const revokeToken = async (db: Reader, { tokenId: id }: OwnToken, seconds: number): Promise<void> =>
  void (await saveIssued(db, { kind: revoked, id, payload: {}, seconds }))

/** The program itself, where it is enabled; with its organization, and what it holds there, where it is a service account. */
function findProgram(db: Reader, applicationId: string) {
  return db
    .selectFrom('application')
    .leftJoin('tenant', 'tenant.id', 'application.tenant_id')
    .select(['application.id', 'application.roles', 'application.auth_codes as authCodes'])
    .select(['tenant.id as tenantId', 'tenant.name as tenantName', statusNow.as('status')])
    .select(sql<Date>`now()`.as('now'))
    .where('application.id', '=', applicationId)
    .where('application.enabled', '=', true)
}

type Program = NonNullable<Awaited<ReturnType<ReturnType<typeof findProgram>['executeTakeFirst']>>>

const findByToken = (db: Reader, { applicationId, tokenId }: OwnToken) =>
  findProgram(db, applicationId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('issued')
            .select('issued.kind')
            .where('issued.kind', '=', revoked)
            .where('issued.hash', '=', hashOf(tokenId)),
        ),
      ),
    )
    .executeTakeFirst()

/** What a service account is in its organization; none while that is not FINISH. */
const claimOf = ({
  tenantId,
  tenantName,
  status,
  roles,
  authCodes,
}: Program): OrganizationClaim | undefined =>
  tenantId && status === 'FINISH'
    ? { id: tenantId, name: tenantName!, owner: false, manager: false, roles, auth_codes: authCodes }
    : undefined

/** For the token that is made at this moment. */
export async function programClaims(db: Reader, applicationId: string) {
  const program = await findProgram(db, applicationId).executeTakeFirst()
  return program && { organization: claimOf(program) }
}

/** The same of a token that is out already; undefined where that is worth nothing any more. */
export async function introspectProgram(db: Reader, token: OwnToken) {
  const program = await findByToken(db, token)
  return program && { organization: claimOf(program) }
}

/** Who calls with such a token; null for a program of the platform, which is not let in. */
export async function loadServiceAccount(
  db: Reader,
  { applicationId, tokenId }: OwnToken,
): Promise<ServiceAccount | null> {
  const program = await findByToken(db, { applicationId, tokenId })
  if (!program?.tenantId) return null
  const { tenantId, now } = program
  return {
    kind: 'service',
    applicationId,
    tokenId,
    tenantId,
    authCodes: claimOf(program)?.auth_codes ?? [],
    now,
  }
}

/** Whether it is a resource of a service of the platform's that this organization may use. */
export async function isResourceFor(db: Reader, resource: string, tenantId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from application
    where tenant_id is null and kind = 'SERVICE' and enabled and resources @> array[${resource}]::text[]
      and (tenant_ids = '{}' or ${tenantId}::uuid = any(tenant_ids))
    limit 1`.execute(db)
  return rows.length > 0
}
