const header = 'reeve-position'

let known = ''

/**
 * Returns the request header with the WAL position of the latest change that this page has read or made. A
 * standby responds only if it has replayed the WAL up to this position.
 */
export const positionHeader = (): Record<string, string> => (known ? { [header]: known } : {})

/**
 * Stores the WAL position of a response. Responses can arrive in any order, so the highest position is
 * retained.
 */
export function notePosition(response: Response): void {
  const received = response.headers.get(header) ?? ''
  if (received > known) known = received
}

/**
 * Forgets the WAL position after a change whose position is unknown. Without a position, the primary
 * processes the next call, and its response contains the current position.
 */
export function forgetPosition(): void {
  known = ''
}
