/**
 * A table whose rows are distributed over the workers by the value of a column. Tables of the same group are
 * co-located.
 */
interface Spread {
  group: string
  by: string
}

/**
 * Marks tables that are replicated to every node: tables that are often read and joined, and that only
 * migrations change.
 */
const reference = 'reference'

/**
 * How tables are distributed in a database with the `citus` extension. All other tables are stored on the
 * coordinator. docs/operations/citus.md explains each choice.
 */
export const placement: Record<string, Spread | typeof reference> = {
  device: { group: 'tenant', by: 'tenant_id' },
  device_presence: { group: 'tenant', by: 'tenant_id' },
  device_connection: { group: 'tenant', by: 'tenant_id' },
  device_online: { group: 'tenant', by: 'tenant_id' },
  device_refusal: { group: 'tenant', by: 'tenant_id' },
  device_sample: { group: 'tenant', by: 'tenant_id' },
  device_count_change: { group: 'tenant', by: 'scope' },
  device_claim: { group: 'device', by: 'id' },
  device_credential: { group: 'device', by: 'device_id' },
  area: reference,
  auth_code: reference,
}

/**
 * Lists whose rows are counted by triggers on the shards. `table` is the counted table, and `kind` is the SQL
 * expression for the kind of a row.
 */
export const countedOnShards: Record<string, { table: string; kind: string }> = {
  device: { table: 'device', kind: 'status' },
  device_online: { table: 'device_presence', kind: "case when online then 'ONLINE' end" },
}
