import { deviceMoves } from '../../contract/states.ts'
import { addMonths } from '../core/time/zone.ts'
import type { DeviceRow } from './store.ts'

type ExpiryState = Pick<DeviceRow, 'status' | 'status_before' | 'expired_at'>
type Status = Pick<DeviceRow, 'status' | 'status_before'>

/**
 * Returns the status that follows from the expiry date. The status is EXPIRED after that date. An expired
 * device returns to its earlier status if the date is removed or moved to the future.
 */
export function statusByDate({ status, status_before, expired_at }: ExpiryState, now: Date): Status {
  const passed = expired_at !== null && expired_at <= now
  if (passed && deviceMoves(status, 'EXPIRED', 'date'))
    return { status: 'EXPIRED', status_before: status as 'PRODUCED' | 'ACTIVE' }
  if (!passed && status === 'EXPIRED') return { status: status_before ?? 'ACTIVE', status_before: null }
  return { status, status_before }
}

/** Whether a user can set the device to that status. The current status is always allowed. */
export const maySet = (device: Pick<DeviceRow, 'status'>, to: DeviceRow['status']): boolean =>
  device.status === to || deviceMoves(device.status, to, 'hand')

/**
 * Returns the new expiry date of a renewed device. `years` are added to the current date if it is in the
 * future, in the calendar of `offset`. Otherwise the result is `expiredDate`. Returns null if the device has
 * no expiry date and only `years` is given.
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
