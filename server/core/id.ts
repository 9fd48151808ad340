import { type RawBuilder, sql } from 'kysely'
import { v7 } from 'uuid'

/**
 * Returns a new UUID v7. UUIDs of this version increase with time, so new rows are inserted at the end of an
 * index. The server generates them, not the database.
 */
export const newId = (): string => v7()

/** Placeholder for "no organization" in keys that require a tenant_id. */
export const noTenant = '00000000-0000-0000-0000-000000000000'

export const isId = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)

/**
 * Returns the SQL condition that the column contains one of these ids. A single id is compared with `=`,
 * because PostgreSQL then caches the plan. With `= any($1)`, PostgreSQL creates a new plan for each call,
 * because the cached plan would assume a longer list and therefore looks more expensive.
 */
export const isAmong = (column: string, ids: readonly string[]): RawBuilder<boolean> =>
  ids.length === 1
    ? sql`${sql.ref(column)} = ${ids[0]}::uuid`
    : sql`${sql.ref(column)} = any(${[...ids]}::uuid[])`

/**
 * Returns the ids as rows with one column, for a FROM clause. A single id becomes a VALUES row, so that
 * PostgreSQL caches the plan.
 */
export const idRows = <Row>(ids: readonly string[]): RawBuilder<Row> =>
  ids.length === 1 ? sql`(values (${ids[0]}::uuid))` : sql`unnest(${[...ids]}::uuid[])`
