import { deviceMoves } from '../../contract/states.ts'
import { addMonths } from '../core/time/zone.ts'
import type { DeviceRow } from './store.ts'

type ExpiryState = Pick<DeviceRow, 'status' | 'status_before' | 'expired_at'>
type Status = Pick<DeviceRow, 'status' | 'status_before'>

/**
 * Returns the status that follows from the expiry date. A device is EXPIRED after that date. If the date is
 * removed or moved to the future, an expired device returns to its previous status.
 */
export function statusByDate({ status, status_before, expired_at }: ExpiryState, now: Date): Status {
  const passed = expired_at !== null && expired_at <= now
  if (passed && deviceMoves(status, 'EXPIRED', 'date'))
    return { status: 'EXPIRED', status_before: status as 'PRODUCED' | 'ACTIVE' }
  if (!passed && status === 'EXPIRED') return { status: status_before ?? 'ACTIVE', status_before: null }
  return { status, status_before }
}

/** Whether a user can set the device to this status. Setting the current status is always allowed. */
export const maySet = (device: Pick<DeviceRow, 'status'>, to: DeviceRow['status']): boolean =>
  device.status === to || deviceMoves(device.status, to, 'hand')

/**
 * Returns the expiry date of a device after a renewal. Without `years`, this is `expiredDate`. With `years`,
 * a future expiry date is extended by this number of years, and a past one is replaced by `expiredDate`.
 * Returns null if the device has no expiry date to extend. `offset` determines the time zone in which years
 * are added.
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
