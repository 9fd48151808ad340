import { nextStatus, type TenantEvent, type TenantStatus } from '../../contract/states.ts'
import type { AreaNode } from '../areas/types.ts'
import type { Services } from '../core/context.ts'
import { AppError, badInput } from '../core/errors.ts'
import type { Viewer } from '../core/viewer.ts'
import type { TenantRow } from './store.ts'

/**
 * Returns the organization's status after the event. Throws CONFLICT if the current status does not allow the
 * event.
 */
export function transition(status: TenantStatus, event: TenantEvent): TenantStatus {
  const next = nextStatus(status, event)
  if (!next) throw new AppError('CONFLICT', { message: ['tenant.status'] })
  return next as TenantStatus
}

/** Throws CONFLICT in a private deployment, which always has exactly one organization. */
export function assertPlatform(services: Services): void {
  if (services.deployment === 'private') throw new AppError('CONFLICT', { message: ['tenant.private'] })
}

/** Throws CONFLICT unless the organization's status is FINISH. */
export function assertConfirmed(tenant: TenantRow): void {
  if (tenant.status !== 'FINISH') throw new AppError('CONFLICT', { message: ['tenant.status'] })
}

/**
 * Throws BAD_INPUT for `expireAt` if the date is in the past by the database clock. Otherwise, the
 * organization would expire immediately.
 */
export function assertFuture({ now }: Viewer, expireAt: Date | null | undefined): void {
  if (expireAt && expireAt <= now) throw badInput({ expireAt: ['tenant.past'] })
}

/** Returns the ids of the selected areas, which are the leaves of the stored tree. */
export const selectedAreas = (areas: readonly AreaNode[]): string[] =>
  areas.flatMap((area) => (area.children?.length ? selectedAreas(area.children) : [area.id]))

export const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify([...new Set(one)].sort()) === JSON.stringify([...new Set(other)].sort())
