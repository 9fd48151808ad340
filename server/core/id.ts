import { v7 } from 'uuid'

/** A new UUID v7: made here, not in the database, and ordered by time so that indexes grow at one end. */
export const newId = (): string => v7()

/** Stands for "no organization" in keys that need a tenant_id. */
export const noTenant = '00000000-0000-0000-0000-000000000000'

export const isId = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
