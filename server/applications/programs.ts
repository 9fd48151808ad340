import { type Kysely, sql } from 'kysely'
import { required } from '../../contract/required.ts'
import type { ServiceAccount } from '../core/viewer.ts'
import type { Tables } from '../db/tables.ts'
import { statusNow } from '../tenants/store.ts'
import { hashOf, saveIssued } from './issued.ts'
import type { OrganizationClaim } from './organizations.ts'

// This file handles access tokens of the client credentials grant. They are not linked to a row of
// sign_in_grant, because no user signed in.

type Reader = Kysely<Tables>

/** Identifies an access token of the client credentials grant. */
interface OwnToken {
  applicationId: string
  tokenId: string
}

const revoked = 'RevokedToken'

/** Revokes a token. The revocation is stored for `seconds`, which is the remaining lifetime of the token. */
export const revokeToken = async (db: Reader, { tokenId: id }: OwnToken, seconds: number): Promise<void> =>
  void (await saveIssued(db, { kind: revoked, id, payload: {}, seconds }))

/**
 * Returns the application if it is enabled. For a service account, includes its organization and permissions.
 */
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

/**
 * Returns the `organization` claim of a service account, or undefined if the organization does not have
 * status FINISH.
 */
const claimOf = ({
  tenantId,
  tenantName,
  status,
  roles,
  authCodes,
}: Program): OrganizationClaim | undefined =>
  tenantId && status === 'FINISH'
    ? {
        id: tenantId,
        name: required(tenantName, 'tenantName'),
        owner: false,
        manager: false,
        roles,
        auth_codes: authCodes,
      }
    : undefined

/**
 * Returns the additional claims for a new token of an application, or undefined if the application is
 * disabled.
 */
export async function programClaims(db: Reader, applicationId: string) {
  const program = await findProgram(db, applicationId).executeTakeFirst()
  return program && { organization: claimOf(program) }
}

/** Returns the current claims for an issued token, or undefined if the token is no longer valid. */
export async function introspectProgram(db: Reader, token: OwnToken) {
  const program = await findByToken(db, token)
  return program && { organization: claimOf(program) }
}

/**
 * Returns the service account to which the token was issued. Returns null for a token of a platform
 * application, because platform applications cannot call the API.
 */
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

/** Whether the URL is a resource of a platform service that the organization can use. */
export async function isResourceFor(db: Reader, resource: string, tenantId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from application
    where tenant_id is null and kind = 'SERVICE' and enabled and resources @> array[${resource}]::text[]
      and (tenant_ids = '{}' or ${tenantId}::uuid = any(tenant_ids))
    limit 1`.execute(db)
  return rows.length > 0
}
