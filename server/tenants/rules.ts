import { nextStatus, type TenantEvent, type TenantStatus } from '../../contract/states.ts'
import type { AreaNode } from '../areas/types.ts'
import { AppError, badInput } from '../core/errors.ts'
import type { Viewer } from '../core/viewer.ts'
import type { TenantRow } from './store.ts'

/** Throws CONFLICT where the event leads nowhere from that status. */
export function transition(status: TenantStatus, event: TenantEvent): TenantStatus {
  const next = nextStatus(status, event)
  if (!next) throw new AppError('CONFLICT', { message: ['tenant.status'] })
  return next as TenantStatus
}

/** Throws CONFLICT unless the organization is FINISH. */
export function demandFinished(tenant: TenantRow): void {
  if (tenant.status !== 'FINISH') throw new AppError('CONFLICT', { message: ['tenant.status'] })
}

/** Throws BAD_INPUT for an end that has passed already, by the database's clock: the organization would be dead at once. */
export function demandAhead({ now }: Viewer, expireAt: Date | null | undefined): void {
  if (expireAt && expireAt <= now) throw badInput({ expireAt: ['tenant.past'] })
}

/** The areas that were selected: the ends of the tree that an organization keeps. */
export const selectedAreas = (areas: readonly AreaNode[]): string[] =>
  areas.flatMap((area) => (area.children?.length ? selectedAreas(area.children) : [area.id]))

export const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify([...new Set(one)].sort()) === JSON.stringify([...new Set(other)].sort())
