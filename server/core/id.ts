import { type RawBuilder, sql } from 'kysely'
import { v7 } from 'uuid'

/** A new UUID v7: made here, not in the database, and ordered by time so that indexes grow at one end. */
export const newId = (): string => v7()

/** Stands for "no organization" in keys that need a tenant_id. */
export const noTenant = '00000000-0000-0000-0000-000000000000'

export const isId = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)

/**
 * Whether a column is one of the ids. A single id is compared by itself: PostgreSQL keeps the plan of that, but plans a
 * comparison with a list anew at each call, because it takes a list that it does not see for a longer one.
 */
export const isAmong = (column: string, ids: readonly string[]): RawBuilder<boolean> =>
  ids.length === 1
    ? sql`${sql.ref(column)} = ${ids[0]}::uuid`
    : sql`${sql.ref(column)} = any(${[...ids]}::uuid[])`

/** The ids as rows of one column, for `from`; a single one by itself, as in `isAmong`. */
export const idRows = <Row>(ids: readonly string[]): RawBuilder<Row> =>
  ids.length === 1 ? sql`(values (${ids[0]}::uuid))` : sql`unnest(${[...ids]}::uuid[])`
