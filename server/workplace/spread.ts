import { type Kysely, sql } from 'kysely'
import { first } from '../../contract/required.ts'
import { builder } from '../core/builder.ts'
import { platform } from '../core/counts/counts.ts'
import { query } from '../core/operation.ts'
import { sharedComputation } from '../core/shared/shared.ts'
import type { Tables } from '../db/tables.ts'

interface AreaDevices {
  areaId: string | null
  devices: number
  online: number
}
interface TenantDevices {
  id: string
  name: string
  devices: number
  online: number
}
interface Spread {
  areas: AreaDevices[]
  tenants: TenantDevices[]
  /** Number of organizations that have devices. */
  organizations: number
}

const AreaDevicesType = builder.objectRef<AreaDevices>('AreaDevices').implement({
  description:
    'Device counts of one province. The devices of an organization count towards the province of its first area.',
  fields: (t) => ({
    areaId: t.exposeID('areaId', {
      nullable: true,
      description:
        'ID of the province; null for devices that have no organization or whose organization has no area',
    }),
    devices: t.exposeInt('devices'),
    online: t.exposeInt('online'),
  }),
})
const TenantDevicesType = builder.objectRef<TenantDevices>('TenantDevices').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    devices: t.exposeInt('devices'),
    online: t.exposeInt('online'),
  }),
})
const DeviceSpread = builder.objectRef<Spread>('DeviceSpread').implement({
  fields: (t) => ({
    areas: t.field({ type: [AreaDevicesType], resolve: ({ areas }) => areas }),
    tenants: t.field({
      type: [TenantDevicesType],
      description:
        'The five organizations with the most offline devices. Organizations without offline devices are omitted.',
      resolve: ({ tenants }) => tenants,
    }),
  }),
})

query({
  name: 'getDeviceSpread',
  description:
    'Returns the number of devices in each province and the organizations with the most offline devices. The numbers equal the counts of queryDevice with areaId or tenantId. Access: admin, account_management.',
  can: 'DEVICE_MANAGE',
  input: {},
  returns: DeviceSpread,
  run: ({ context }) => sharedSpread(context.db, platform),
})

/**
 * Up to this number of organizations, the data of the map is computed for each request, which takes a few
 * milliseconds. With more organizations, the result is cached.
 */
const few = 200

const sharedSpread = sharedComputation<Spread>(
  ({ query: db }) => findSpread(db),
  ({ organizations }) => organizations <= few,
)

/** Reads the stored counts, which have only a few rows per organization, instead of the devices. */
async function findSpread(db: Kysely<Tables>): Promise<Spread> {
  const lists = sql`list in ('device', 'device_online')`
  const { rows } = await sql<{
    areas: AreaDevices[] | null
    tenants: TenantDevices[] | null
    organizations: number
  }>`
    with numbers as materialized (
      select scope, list, count from row_count where ${lists} and scope <> ${platform}
      union all
      select scope, list, change from row_count_unfolded where ${lists}),
    counted as materialized (
      select scope, coalesce(sum(count) filter (where list = 'device'), 0)::bigint as devices,
        coalesce(sum(count) filter (where list = 'device_online'), 0)::bigint as online
      from numbers group by scope),
    placed as materialized (
      select counted.*, tenant.id, tenant.name, case when not tenant.personal then tenant.areas -> 0 ->> 'id' end as area
      from counted left join tenant on tenant.id = counted.scope),
    areas as (
      select area as "areaId", sum(devices) as devices, sum(online) as online from placed
      group by area having sum(devices) > 0),
    tenants as (
      select id, name, devices, online from placed where id is not null and devices > online
      order by devices - online desc, id limit 5)
    select (select json_agg(areas) from areas) as areas,
      (select json_agg(tenants order by devices - online desc, id) from tenants) as tenants,
      (select count(*) from counted) as organizations`.execute(db)
  const { areas, tenants, organizations } = first(rows, 'rows')
  return { areas: areas ?? [], tenants: tenants ?? [], organizations }
}
