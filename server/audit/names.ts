import { loadAccount, nameOf } from '../accounts/types.ts'
import { loadApplication } from '../applications/types.ts'
import { findArea } from '../areas/store.ts'
import { type Context, localeOf, viewerOf } from '../core/context.ts'
import { isId } from '../core/id.ts'
import { loadDevice } from '../devices/types.ts'
import { loadTenant } from '../tenants/types.ts'
import type { EventRow } from './list.ts'

/**
 * Returns the current names of the objects in an event, by object id. Includes only names that the viewer can
 * see.
 */
export async function namesOf(
  context: Context,
  event: EventRow,
  shown: { targetId: string | null; changes: unknown },
): Promise<Record<string, string>> {
  const ids = new Set(idsIn(shown.changes))
  if (isId(event.tenant_id)) ids.add(event.tenant_id)
  if (shown.targetId && event.target_type !== 'device') ids.add(shown.targetId)
  const found = await Promise.all([
    ...[...ids].map((id) => nameOfAccount(context, event, id)),
    ...[...ids].map((id) => nameOfTenant(context, event, id)),
    event.target_type === 'device' && shown.targetId && nameOfDevice(context, event, shown.targetId),
    event.target_type === 'application' && shown.targetId && nameOfApplication(context, shown.targetId),
    ...areasIn(shown.changes).map((id) => nameOfArea(context, id)),
  ])
  return Object.fromEntries(found.filter((each) => Array.isArray(each)))
}

type IdAndName = [id: string, name: string] | null

async function nameOfAccount(context: Context, { visibility }: EventRow, id: string): Promise<IdAndName> {
  if (!visibility.accounts && id !== viewerOf(context).accountId) return null
  const account = isId(id) ? await loadAccount(context, id) : null
  return account && [id, nameOf(account, localeOf(context))]
}

async function nameOfTenant(
  context: Context,
  { visibility, tenant_id }: EventRow,
  id: string,
): Promise<IdAndName> {
  if (!(id === tenant_id ? visibility.tenant : visibility.tenants)) return null
  const tenant = isId(id) ? await loadTenant(context, id) : null
  return tenant && [id, tenant.name]
}

async function nameOfDevice(
  context: Context,
  { visibility, tenant_id }: EventRow,
  id: string,
): Promise<IdAndName> {
  if (visibility.devices === 'none') return null
  const device = await loadDevice(context, id)
  return device && (visibility.devices === 'all' || device.tenant_id === tenant_id) ? [id, device.name] : null
}

/**
 * No permission is checked, because everybody who can see the event can also see the client's name. They
 * manage OAuth clients or the client's organization, or have granted the client access.
 */
async function nameOfApplication(context: Context, id: string): Promise<IdAndName> {
  const application = isId(id) ? await loadApplication(context, id) : null
  return application && [id, application.name]
}

async function nameOfArea({ db }: Context, id: string): Promise<IdAndName> {
  const area = await findArea(db.query, id)
  return area && [id, area.name]
}

const areasIn = (changes: unknown): string[] =>
  [(changes as { areaIds?: unknown }).areaIds].flat(3).filter((id) => typeof id === 'string')

/**
 * Returns the ids of accounts and organizations that occur in the value. Searches the keys and values of
 * objects and lists at any depth.
 */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return isId(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => [...idsIn(key), ...idsIn(inner)])
  return []
}
