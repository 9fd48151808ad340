import { deviceMoves } from '../../contract/states.ts'
import { addMonths } from '../core/time/zone.ts'
import type { DeviceRow } from './store.ts'

type Dated = Pick<DeviceRow, 'status' | 'status_before' | 'expired_at'>
type Status = Pick<DeviceRow, 'status' | 'status_before'>

/** The status that its date gives a device: EXPIRED once it has passed, with a later one or none what it was before. */
export function statusByDate({ status, status_before, expired_at }: Dated, now: Date): Status {
  const passed = expired_at !== null && expired_at <= now
  if (passed && deviceMoves(status, 'EXPIRED', 'date'))
    return { status: 'EXPIRED', status_before: status as 'PRODUCED' | 'ACTIVE' }
  if (!passed && status === 'EXPIRED') return { status: status_before ?? 'ACTIVE', status_before: null }
  return { status, status_before }
}

/** Whether someone may set a device to that status; to the one it has is no change. */
export const maySet = (device: Pick<DeviceRow, 'status'>, to: DeviceRow['status']): boolean =>
  device.status === to || deviceMoves(device.status, to, 'hand')

/**
 * Until when a device is valid that is renewed: from its own end where `years` by the calendar of `offset` are given
 * and that is ahead, else until `expiredDate`. null: it has no end, and years change nothing of that.
 */
export function renewedDate(
  { expired_at }: Pick<DeviceRow, 'expired_at'>,
  { expiredDate, years }: { expiredDate: Date; years?: number | null | undefined },
  now: Date,
  offset: (instant: number) => number,
): Date | null {
  if (years == null) return expiredDate
  if (expired_at === null) return null
  return expired_at > now ? addMonths(expired_at, years * 12, offset) : expiredDate
}
