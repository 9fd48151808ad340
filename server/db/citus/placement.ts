/** Rows are spread over the workers by a column; tables of one group have the rows of one value of it together. */
interface Spread {
  group: string
  by: string
}

/** On every node: read much, joined with anything, never changed but by migrations. */
const reference = 'reference'

/**
 * How tables lie in a database with the extension `citus`. What is not named here is whole on the coordinator; docs/operations/citus.md
 * says why of each.
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

/** The lists of which triggers on the shards count the rows, by organization: their table and, of a row, its kind. */
export const countedOnShards: Record<string, { table: string; kind: string }> = {
  device: { table: 'device', kind: 'status' },
  device_online: { table: 'device_presence', kind: "case when online then 'ONLINE' end" },
}
