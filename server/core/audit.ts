import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { Context } from './context.ts'
import { newId, noTenant } from './id.ts'
import type { Caller } from './viewer.ts'

/**
 * Changed fields: the name of the field → [before, after]. Must not contain secrets, codes, passwords or full
 * phone numbers.
 */
export type Changes = Record<string, readonly [before: unknown, after: unknown]>

export interface AuditEntry {
  /**
   * Organization in which the event happened, or the id of the account for the account's own events. Null if
   * the event belongs to neither.
   */
  tenantId: string | null
  /** Account that performed the action. Null if nobody was signed in. */
  actorId: string | null
  /** Service account that performed the action on its own behalf. */
  applicationId?: string
  /**
   * An event such as SignIn, or the name of the GraphQL operation with a capital letter, such as
   * UpdateProfile.
   */
  action: string
  targetType:
    | 'account'
    | 'session'
    | 'tenant'
    | 'device'
    | 'joinCode'
    | 'application'
    | 'webhook'
    | 'identitySource'
    | 'key'
    | 'savedView'
  targetId: string | null
  ip: string | null
  success: boolean
  changes?: Changes
}

/** Writes one audit event in the transaction of the change, so that either both are committed or neither. */
export const recordAudit = (tx: Tx, entry: AuditEntry): Promise<void> => recordAudits(tx, [entry])

/**
 * Writes audit events in the given order. Personal data of an account is stored in a separate row under the
 * account's id, so that it can be erased with the account. The event itself then contains [null, null].
 */
export async function recordAudits(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (!entries.length) return
  const split = entries.map(splitPersonal)
  const events = tx.insertInto('audit_event').values(split.map(({ event }) => event))
  const personal = split.flatMap((each) => each.personal)
  if (!personal.length) await events.execute()
  else
    await tx
      .with('event', () => events)
      .insertInto('audit_personal')
      .values(personal)
      .execute()
}

/**
 * Returns CTEs that write the audit event if the earlier CTE `cause` returns a row. `cause` must return at
 * most one row.
 */
export function auditCtes(entry: AuditEntry, cause: string): RawBuilder<unknown> {
  const { event, personal } = splitPersonal(entry)
  const rows = [
    { table: 'audit_event', row: event },
    ...personal.map((row) => ({ table: 'audit_personal', row })),
  ]
  const inserts = rows.map(
    ({ table, row }, index) => sql`${sql.ref(`recorded_${index}`)} as (
      insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
      select ${sql.join(Object.values(row))} from ${sql.table(cause)})`,
  )
  return sql.join(inserts)
}

type Event = Selectable<Tables['audit_event']>

/**
 * Returns the events together with their personal data, which is stored separately. Personal data of erased
 * accounts no longer exists.
 */
export async function withPersonal(db: Kysely<Tables>, events: readonly Event[]): Promise<Event[]> {
  if (!events.length) return []
  const times = events.map(({ date_time }) => date_time.getTime())
  const parts = await db
    .selectFrom('audit_personal')
    .select(['event_id', 'ip', 'changes'])
    .where(
      'event_id',
      'in',
      events.map(({ id }) => id),
    )
    // The time range lets PostgreSQL skip other partitions. JavaScript dates omit microseconds, so the range
    // ends one millisecond after the latest event.
    .where('date_time', '>=', new Date(Math.min(...times)))
    .where('date_time', '<', new Date(Math.max(...times) + 1))
    .execute()
  const byEvent = Map.groupBy(parts, ({ event_id }) => event_id)
  return events.map((event) => {
    const own = byEvent.get(event.id) ?? []
    return {
      ...event,
      ip: event.ip ?? own.find(({ ip }) => ip)?.ip ?? null,
      changes: Object.assign({}, event.changes, ...own.map(({ changes }) => changes)),
    }
  })
}

/** Deletes the personal data that the audit log stores for a closed account. */
export const erasePersonal = async (tx: Tx, { id }: { id: string }): Promise<void> =>
  void (await tx.deleteFrom('audit_personal').where('account_id', '=', id).execute())

/** Returns only the fields whose value has changed. */
export const onlyChanged = (changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).filter(([, [before, after]]) => JSON.stringify(before) !== JSON.stringify(after)),
  )

/** Fields that are personal data of the event's target if the target is an account. */
const ofTarget = new Set(['name', 'username', 'firstName', 'lastName', 'mobilePhone', 'email', 'displayName'])
/** Fields that are personal data of the actor in every event, such as search words. */
const ofActor = new Set(['filter'])
const erasable = [null, null] as const

/**
 * Splits an event into the row for the event and one row of personal data for each account that the event
 * concerns.
 */
function splitPersonal({ actorId, targetType, targetId, ip, ...entry }: AuditEntry) {
  const id = newId()
  const target = targetType === 'account' ? targetId : null
  const parts = new Map<string, { ip: string | null; changes: Changes }>()
  const part = (accountId: string) => {
    const found = parts.get(accountId) ?? { ip: null, changes: {} }
    parts.set(accountId, found)
    return found
  }
  // If nobody was signed in, the IP address is personal data of the account that somebody tried to sign in
  // to.
  const whoseIp = ip ? (actorId ?? target) : null
  if (whoseIp) part(whoseIp).ip = ip
  const changes: Changes = Object.fromEntries(
    Object.entries(onlyChanged(entry.changes ?? {})).map(([field, pair]) => {
      const whose = ofActor.has(field) ? actorId : ofTarget.has(field) ? target : null
      if (!whose) return [field, pair]
      part(whose).changes[field] = pair
      return [field, erasable]
    }),
  )
  return {
    event: {
      id,
      tenant_id: entry.tenantId ?? noTenant,
      actor_id: actorId,
      application_id: entry.applicationId ?? null,
      action: entry.action,
      target_type: targetType,
      target_id: targetId,
      ip: whoseIp ? null : ip,
      success: entry.success,
      changes: JSON.stringify(changes),
    },
    personal: [...parts].map(([account_id, row]) => ({
      event_id: id,
      account_id,
      ip: row.ip,
      changes: JSON.stringify(row.changes),
    })),
  }
}

/** Returns the name of an operation in the form that the audit log stores: with a capital letter. */
export const actionName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Writes an audit event for an operation that was refused because the caller lacks the permission. */
export async function recordRefusal(
  name: string,
  context: Pick<Context, 'db' | 'request'>,
  caller: Caller,
): Promise<void> {
  await context.db.transaction((tx) =>
    recordAudit(tx, {
      ...actorOf(caller),
      action: actionName(name),
      ip: context.request.ip,
      success: false,
    }),
  )
}

/** Returns the actor, organization and target of a refused operation. The target is the caller. */
const actorOf = (caller: Caller) =>
  caller.kind === 'service'
    ? {
        ...{ tenantId: caller.tenantId, actorId: null, applicationId: caller.applicationId },
        ...{ targetType: 'application' as const, targetId: caller.applicationId },
      }
    : {
        ...{ tenantId: caller.accountId, actorId: caller.accountId },
        ...{ targetType: 'account' as const, targetId: caller.accountId },
      }
