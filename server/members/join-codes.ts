import { createHash, randomInt } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { newId } from '../core/id.ts'
import { plainCode } from '../core/text.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

type Reader = Kysely<Tables>
export type JoinCodeRow = Selectable<Tables['tenant_join_code']>

/** 32 characters that are easy to distinguish. A code of 16 characters encodes 80 bits. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 16

const freshCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * Returns the hash of an invitation code. All spellings of a code have the same hash, because plainCode
 * normalizes them.
 */
const hashOf = (code: string): Buffer => createHash('sha256').update(plainCode(code)).digest()

/**
 * SQL condition for a valid invitation. It is not revoked, expired or used up, and its creator can still
 * invite people and grant its permissions.
 */
const live = sql<boolean>`
  code.revoked_at is null and code.expires_at > clock_timestamp()
  and (code.max_uses is null or code.used_count < code.max_uses)
  and exists (
    select from account where account.id = code.creator_id and account.enabled and (
      account.admin
      or exists (select from tenant where tenant.id = code.tenant_id and tenant.owner_id = account.id)
      or exists (select from member
        where member.tenant_id = code.tenant_id and member.account_id = account.id and member.manager)))`

export async function insertJoinCode(
  tx: Tx,
  {
    tenantId,
    creatorId,
    minutes,
    maxUses,
    roles = [],
    authCodes = [],
  }: {
    tenantId: string
    creatorId: string
    minutes: number
    maxUses: number | null
    /** Permissions that people get when they join with the invitation code. */
    roles?: readonly string[]
    authCodes?: readonly string[]
  },
): Promise<JoinCodeRow & { code: string }> {
  const code = freshCode()
  const id = newId()
  await tx
    .insertInto('tenant_join_code_claim')
    .values({ code_hash: hashOf(code), tenant_id: tenantId, id })
    .execute()
  const row = await tx
    .insertInto('tenant_join_code')
    .values({
      tenant_id: tenantId,
      id,
      hint: code.slice(0, 4),
      creator_id: creatorId,
      expires_at: sql<Date>`now() + ${minutes}::integer * interval '1 minute'`,
      max_uses: maxUses,
      roles: [...roles],
      auth_codes: [...authCodes],
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...row, code }
}

/** Returns the valid invitations of an organization, newest first. */
export const listLiveCodes = (db: Reader, tenantId: string): Promise<JoinCodeRow[]> =>
  db
    .selectFrom('tenant_join_code as code')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where(live)
    .orderBy('code.created_at', 'desc')
    .orderBy('code.id', 'desc')
    .limit(limits.joinCode.live)
    .execute()

interface Claim {
  tenantId: string
  id: string
}

/**
 * Finds an invitation by its code or its id, even if the invitation is no longer valid. Returns its id and
 * the id of its organization.
 */
export async function findClaim(
  db: Reader,
  by: { code: string } | { id: string },
): Promise<Claim | undefined> {
  const row = await db
    .selectFrom('tenant_join_code_claim')
    .select(['tenant_id', 'id'])
    .$if('code' in by, (claims) => claims.where('code_hash', '=', hashOf((by as { code: string }).code)))
    .$if('id' in by, (claims) => claims.where('id', '=', (by as { id: string }).id))
    .executeTakeFirst()
  return row && { tenantId: row.tenant_id, id: row.id }
}

export const findLiveCode = (db: Reader, { tenantId, id }: Claim): Promise<JoinCodeRow | undefined> =>
  db
    .selectFrom('tenant_join_code as code')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(live)
    .executeTakeFirst()

/**
 * Counts one use of the invitation. Checks the limit in the same statement. Returns undefined if the
 * invitation is not valid or is used up.
 */
export const spendJoinCode = (tx: Tx, { tenantId, id }: Claim): Promise<JoinCodeRow | undefined> =>
  tx
    .updateTable('tenant_join_code as code')
    .set({ used_count: sql`used_count + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(live)
    .returningAll()
    .executeTakeFirst()

/** Revokes one invitation, or all invitations of the given creators. */
export async function revokeJoinCodes(
  tx: Tx,
  tenantId: string,
  which: { id: string } | { creatorIds: readonly string[] },
): Promise<void> {
  const rows = await tx
    .updateTable('tenant_join_code')
    .set({ revoked_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .$if('id' in which, (codes) => codes.where('id', '=', (which as { id: string }).id))
    .$if('creatorIds' in which, (codes) =>
      codes.where('creator_id', 'in', (which as { creatorIds: readonly string[] }).creatorIds),
    )
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length) await tx.deleteFrom('tenant_join_code_claim').where('id', 'in', ids).execute()
}

/**
 * Deletes the invitations of deleted organizations, and the code hashes of expired invitations. The expired
 * invitations themselves remain, because members refer to the invitations that they used.
 */
export async function deleteUnusableJoinCodes(db: Reader): Promise<void> {
  await sql`delete from tenant_join_code where not exists (
    select from tenant where tenant.id = tenant_join_code.tenant_id)`.execute(db)
  await sql`delete from tenant_join_code_claim as claim where not exists (
    select from tenant_join_code as code
    where code.tenant_id = claim.tenant_id and code.id = claim.id and code.expires_at > now())`.execute(db)
}
