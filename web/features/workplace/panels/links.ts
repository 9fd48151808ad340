import { mayOpen, pathOf } from '../../../../contract/menu.ts'
import { type Session, useSession } from '../../../lib/session/session.ts'

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
 * Returns a function that creates the link props of a filtered device list. Returns undefined if the viewer
 * cannot open the list, or if `tenantId` is not the current organization.
 */
export function devicesLink(session: Session, tenantId: string | null) {
  const name = tenantId === null ? 'deviceManagement' : 'ownDevices'
  if ((tenantId !== null && tenantId !== session.tenantId) || !mayOpen(session, name)) return undefined
  const to = pathOf(name)
  return (search: DeviceSearch) => ({ to, search }) as { to: string; search: object }
}

export const useDevicesLink = (tenantId: string | null) => devicesLink(useSession(), tenantId)
