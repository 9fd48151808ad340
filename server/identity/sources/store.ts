import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { MessageKey, MessageParams } from '../../../contract/errors.ts'
import type {
  FirstSignIn,
  IdentitySourceKind,
  ListedIdentitySource,
} from '../../../contract/identity-sources.ts'
import { limits } from '../../../contract/limits.ts'
import { iconPath } from '../../applications/rules.ts'
import { isId } from '../../core/id.ts'
import type { Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { seal, unseal } from '../../factors/sealing.ts'
import type { ProviderError, ProviderSettings } from '../broker/provider.ts'
import { readSourceKey } from '../keys/keys.ts'

type Reader = Kysely<Tables>

export type SourceRow = Omit<Selectable<Tables['identity_source']>, 'kind' | 'first_sign_in'> & {
  kind: IdentitySourceKind
  first_sign_in: FirstSignIn
}

/** SQL condition: the sign-in page hides the source because it failed several times in a row. */
const isFailing = sql<boolean>`failures >= ${sql.lit(limits.identitySources.failures)}`

const select = (db: Reader) => db.selectFrom('identity_source').selectAll().$castTo<SourceRow>()

/** Returns all sources in the administrators' order. */
export const listSources = (db: Reader): Promise<SourceRow[]> =>
  select(db).orderBy('position').orderBy('id').execute()

export async function findSources(db: Reader, ids: readonly string[]): Promise<Map<string, SourceRow>> {
  if (!ids.length) return new Map()
  const rows = await select(db).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns a source by its id or its key. */
export const findSource = (db: Reader, name: string): Promise<SourceRow | undefined> =>
  select(db)
    .where(isId(name) ? 'id' : 'key', '=', name.toLowerCase())
    .executeTakeFirst()

export const lockSource = async (tx: Tx, id: string): Promise<SourceRow | undefined> =>
  isId(id) ? select(tx).where('id', '=', id).forUpdate().executeTakeFirst() : undefined

/**
 * Returns whether a source is enabled. Until the transaction ends, it cannot be disabled or deleted, so that
 * the change also ends a session that the transaction opens.
 */
export const holdSource = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('identity_source')
    .select('id')
    .where('id', '=', id)
    .where('enabled', '=', true)
    .forShare()
    .executeTakeFirst()) !== undefined

/** Returns the sources that the sign-in page shows. */
export async function findListed(db: Reader): Promise<ListedIdentitySource[]> {
  const rows = await select(db)
    .where('enabled', '=', true)
    .where(sql<boolean>`not ${isFailing}`)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(toListed)
}

export const toListed = ({ key, name, kind, icon }: SourceRow): ListedIdentitySource => ({
  ...{ key, name, kind, icon: iconPath(icon) },
})

/** Advisory lock for changes of the sources' keys, order and number. */
const orderLock = 7_201_955_486n

/** Locks the list of sources until the transaction ends, and returns them. */
export async function lockSources(tx: Tx): Promise<SourceRow[]> {
  await sql`select pg_advisory_xact_lock(${orderLock}::bigint)`.execute(tx)
  return listSources(tx)
}

export const insertSource = async (
  tx: Tx,
  {
    clientSecret,
    ...values
  }: Omit<Insertable<Tables['identity_source']>, 'client_secret'> & {
    clientSecret: string
  },
): Promise<SourceRow> =>
  (await tx
    .insertInto('identity_source')
    .values({ ...values, client_secret: seal(await readSourceKey(tx), values.id, clientSecret) })
    .returningAll()
    .executeTakeFirstOrThrow()) as SourceRow

/** Updates a source. Changed settings reset its failures. */
export async function updateSource(
  tx: Tx,
  id: string,
  {
    clientSecret,
    ...values
  }: Omit<Updateable<Tables['identity_source']>, 'client_secret'> & { clientSecret?: string | undefined },
): Promise<SourceRow> {
  const changed = {
    ...values,
    ...(clientSecret !== undefined && { client_secret: seal(await readSourceKey(tx), id, clientSecret) }),
  }
  return (await tx
    .updateTable('identity_source')
    .set({ ...changed, ...noProblem })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as SourceRow
}

export const saveOrder = async (tx: Tx, ids: readonly string[]): Promise<void> =>
  void (await sql`
    update identity_source set position = wanted.position
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted(id, position)
    where identity_source.id = wanted.id`.execute(tx))

/** Deletes a source with the identities that are linked to it. */
export const deleteSource = async (tx: Tx, id: string): Promise<void> =>
  void (await tx.deleteFrom('identity_source').where('id', '=', id).execute())

/** Returns the settings that the provider needs, with the decrypted secret. */
export async function settingsOf(db: Reader, row: SourceRow): Promise<ProviderSettings> {
  const { id, kind, client_id: clientId, issuer, agent_id: agentId, scopes } = row
  const clientSecret = unseal(await readSourceKey(db), id, row.client_secret)
  return { id, kind, clientId, clientSecret, issuer, agentId, scopes }
}

const noProblem = { failures: 0, failing_since: null, problem_code: null, problem: null }

/** A stored problem of a source. */
type Problem = readonly [MessageKey, MessageParams?]

/** Records that the provider works. */
export const recordSuccess = async (db: Reader, { id, failures }: SourceRow): Promise<void> => {
  if (failures > 0) await db.updateTable('identity_source').set(noProblem).where('id', '=', id).execute()
}

/**
 * Records a failure that an administrator or the provider must fix. Returns true if the sign-in page hides
 * the source from now on.
 */
export async function recordFailure(
  db: Reader,
  id: string,
  { words, code }: ProviderError,
): Promise<boolean> {
  const limit = limits.identitySources.failures
  const row = await db
    .updateTable('identity_source')
    .set({
      failures: sql`least(failures + 1, 1000)`,
      failing_since: sql`case when failures + 1 >= ${sql.lit(limit)} then coalesce(failing_since, now()) end`,
      problem_code: code,
      problem: JSON.stringify(words satisfies Problem),
    })
    .where('id', '=', id)
    .where('enabled', '=', true)
    .returning('failures')
    .executeTakeFirst()
  return row?.failures === limit
}

export const problemOf = ({ problem }: SourceRow): Problem | null =>
  problem ? (JSON.parse(problem) as Problem) : null

export interface SourceFigures {
  /** Sign-ins in the last 30 days. */
  signIns: number
  /** Linked identities. */
  identities: number
}

export async function findFigures(db: Reader, ids: readonly string[]): Promise<Map<string, SourceFigures>> {
  const { rows } = await sql<SourceFigures & { id: string }>`
    select source.id,
      (select count(*) from session where session.identity_source_id = source.id
        and session.created_at > now() - interval '30 days') as "signIns",
      (select count(*) from linked_identity where linked_identity.source_id = source.id) as identities
    from unnest(${[...ids]}::uuid[]) as source(id)`.execute(db)
  return new Map(
    rows.map(({ id, signIns, identities }) => [
      id,
      { signIns: Number(signIns), identities: Number(identities) },
    ]),
  )
}
