import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { phoneContains, phonePart } from '../../accounts/phones/search.ts'
import { rowCount } from '../../core/counts/counts.ts'
import { isId } from '../../core/id.ts'
import type { LookupStrategy, Search } from '../../core/search/search.ts'
import { searchSources } from '../../core/search/sources.ts'
import { containsIndexed } from '../../core/search/text.ts'
import type { Tables } from '../../db/tables.ts'
import { along, type DeviceFilter, isConnected, refusedForCredential } from './filter.ts'

/**
 * Returns the search plan if the filter contains a search term, or if no index covers both the filter and the
 * sort order. Otherwise returns undefined.
 */
export function searchFor(db: Kysely<Tables>, filter: DeviceFilter): Search | undefined {
  const { id, idSet, tenantId, q, statusSet, connectStatus, offlineCause, tenantIds, sort } = filter
  if (id != null || idSet != null || (tenantId != null && !isId(tenantId)))
    return q ? ofOne(db, q) : undefined
  const crossing =
    offlineCause ||
    tenantIds ||
    (connectStatus && sort !== 'LAST_SEEN') ||
    (statusSet && (sort ?? 'CREATED') !== 'CREATED')
  if (!q && !crossing) return
  const words = q ? searchDevices(db, q, tenantId) : undefined
  const { rows, tests } = along(db, filter)
  return {
    test: sql`(${sql.join([...(words ? [words.test] : []), ...tests], sql` and `)})`,
    scanned: rows,
    joined: isConnected(filter),
    everywhere: tenantId == null,
    strategies: [...(words?.strategies ?? []), ...countedSets(filter, words?.test)],
    ...(words?.sample && { sample: words.sample }),
  }
}

/**
 * Returns strategies that read one set of devices and test each device in it. The set is, for example, all
 * devices of an organization or all devices with a status. The stored counts show which set is the smallest.
 */
function countedSets(
  { tenantId, tenantIds, statusSet, connectStatus, offlineCause }: DeviceFilter,
  test: RawBuilder<SqlBool> | undefined,
): LookupStrategy[] {
  const lookUp: LookupStrategy['lookUp'] = (from) => [test ? from.where(test) : from]
  const all = rowCount({ list: 'device', scope: tenantId })
  const online = rowCount({ list: 'device_online', scope: tenantId })
  const numbers = [
    ...(tenantId ? [all] : []),
    ...(statusSet ? [rowCount({ list: 'device', scope: tenantId, kinds: statusSet })] : []),
    ...(connectStatus === 'ONLINE' ? [online] : []),
    ...(connectStatus === 'OFFLINE' || offlineCause ? [sql<number>`(${all} - ${online})`] : []),
    ...(tenantIds ? [rowCount({ list: 'device', scopes: tenantIds })] : []),
  ]
  const strategies: LookupStrategy[] =
    offlineCause === 'REFUSED' ? [{ reads: refusals(tenantId), lookUp }] : []
  if (!numbers.length) return strategies
  const exact = !test && !offlineCause
  strategies.push({
    reads: () => sql<number>`least(${sql.join(numbers)})`,
    lookUp,
    ...(exact && { among: all }),
  })
  return strategies
}

/**
 * Returns the SQL expression for the number of entries in the index of refused devices, at most `most`. This
 * is an upper bound, because some of these devices may have connected since they were refused.
 */
const refusals = (tenantId: string | null | undefined) => (most: number) =>
  sql<number>`(select count(*) from (
    select 1 from device_presence as presence where ${refusedForCredential}
    ${tenantId ? sql`and presence.tenant_id = ${tenantId}` : sql``} limit ${most}) as few)`

/** The indexed SQL expression for the searchable text (migration 27). */
const text = sql`lower(coalesce(device.folded,
  device_words(device.id, device.name, device.contact_name, device.contact_mobile_phone)))`

/**
 * Parts of phone numbers can be searched for, because everybody who can see a device can also see the phone
 * number of its contact.
 */
function searchDevices(db: Kysely<Tables>, q: string, tenantId?: string | null): Search {
  const part = phonePart(q)
  return searchSources(q, {
    rows: db.selectFrom('device'),
    id: 'device.id',
    text,
    // Compares organizations as arrays, because the search index stores each organization as an array.
    within: tenantId ? sql`array[device.tenant_id] @> array[${tenantId}::uuid]` : undefined,
    or:
      part === null
        ? null
        : sql`(${containsIndexed(text, part)} and ${phoneContains('device.contact_mobile_phone', part)})`,
  })
}

/**
 * Returns the search plan for a filter with device ids. There is only one strategy: testing these few
 * devices.
 */
function ofOne(db: Kysely<Tables>, q: string): Search {
  const { test } = searchDevices(db, q)
  return { test, strategies: [{ reads: () => sql<number>`1`, lookUp: (from) => [from.where(test)] }] }
}
