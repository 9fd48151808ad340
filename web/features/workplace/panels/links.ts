import { mayOpen, pathOf } from '../../../../contract/menu.ts'
import { type Session, useSession } from '../../../lib/session/session.ts'

/** Search parameters of the device lists. */
export interface DeviceSearch {
  status?: string
  connect?: string
  offline?: string
  expiry?: string
  expiresFrom?: string
  expiresTo?: string
  area?: string
  tenant?: string
  sort?: string
}

/**
 * The way to a list of devices narrowed like that; undefined where the session has no such list: nothing leads out of an
 * organization that one is not in.
 */
export function devicesLink(session: Session, tenantId: string | null) {
  const name = tenantId === null ? 'deviceManagement' : 'ownDevices'
  if ((tenantId !== null && tenantId !== session.tenantId) || !mayOpen(session, name)) return undefined
  const to = pathOf(name)
  return (search: DeviceSearch) => ({ to, search }) as { to: string; search: object }
}

export const useDevicesLink = (tenantId: string | null) => devicesLink(useSession(), tenantId)
