import { lines, sales, sites } from '../../server/demo/devices.ts'
import {
  ago,
  came,
  draw,
  type Fill,
  id,
  isRare,
  organization,
  organizationId,
  personName,
  phone,
  pick,
  rareName,
  type Step,
  uniform,
} from './draw.ts'
import { amounts } from './sizes.ts'

const regions = ['华东', '华南', '华北', '西南']
const line = (part: 'code' | 'name' | 'specification') =>
  pick(
    lines.map((each) => each[part]),
    30,
  )
const deviceId = `${line('code')} || (20 + ${draw(31, 7)}) || lpad(n::text, 8, '0')`
/** SQL expression of a device's status. Devices without an organization have the status PRODUCED. */
const status = `case when ${draw(32, 100)} < 6 then 'PRODUCED'
  else (array['PRODUCED', 'ACTIVE', 'SUSPENDED', 'EXPIRED', 'RETIRED'])[width_bucket(${draw(34, 100)}, array[0, 14, 82, 86, 94])] end`
const online = `(${status} = 'ACTIVE' and ${draw(35, 2)} = 0)`
const connected = `${status} <> 'PRODUCED'`

export function devices({ size: rows, now }: Fill): Step[] {
  const { accounts, organizations } = amounts(rows)
  const tenant = organizationId(organization(32, 6, Math.floor(organizations * 0.86)))
  const contact = `1 + ${draw(36, accounts / 2)}`
  const hasContact = (value: string) => `case when ${draw(39, 10)} < 7 then ${value} end`
  const at = came(now, rows)
  return [
    {
      table: 'device',
      rows,
      columns: {
        tenant_id: tenant,
        id: deviceId,
        name: `case when ${isRare(rows)} then '${rareName}' else ${pick(sites, 37)} end || ${line('name')} || ' ' || (1 + ${draw(38, 48)})`,
        contact_name: hasContact(personName(contact)),
        contact_mobile_phone: hasContact(phone(contact)),
        business_man: `case when ${draw(70, 10)} < 6 then ${pick(sales, 71)} end`,
        status,
        status_before: `case when ${status} = 'EXPIRED' then 'ACTIVE' end`,
        version_map: `jsonb_build_object('firmware', (1 + ${draw(72, 4)}) || '.' || ${draw(73, 10)} || '.' || ${draw(74, 20)})`,
        info_map: `jsonb_build_object('region', ${pick(regions, 75)})`,
        specification: line('specification'),
        produced_at: at,
        expired_at: `case when ${status} = 'EXPIRED' then ${ago(now, `1 + ${draw(76, 200)}`)}
          when ${draw(77, 100)} < 85 then ${ago(now, `-400 - 900 * ${uniform(76)}`)} end`,
        created_at: at,
        modified_at: at,
      },
    },
    {
      table: 'device_claim',
      rows,
      columns: { id: deviceId, tenant_id: tenant },
    },
    {
      table: 'device_presence',
      rows,
      columns: {
        tenant_id: tenant,
        id: deviceId,
        online,
        node_id: `case when ${online} then ${id('node', '1')} end`,
        connection_id: `case when ${online} then ${id('connection', 'n')} end`,
        ip: `case when ${connected} then '203.0.113.' || ${draw(80, 254)} end`,
        connected_at: `case when ${connected} then ${ago(now, `31 + 60 * ${uniform(81)}`)} end`,
        seen_at: `case when ${online} then 'infinity' when ${connected} then ${ago(now, `30 * ${uniform(82)}`)} else '-infinity' end`,
      },
    },
    {
      // The server node to which the devices are connected. Its lease never expires, so the devices stay
      // online.
      table: 'device_node',
      rows: 1,
      columns: { id: id('node', '1'), renewed_at: ago(now, '-36500') },
    },
  ]
}
