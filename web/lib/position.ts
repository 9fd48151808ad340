const header = 'reeve-position'

let known = ''

/**
 * Headers that make a standby answer only if it has replayed everything that this page has read and saved.
 */
export const positionHeader = (): Record<string, string> => (known ? { [header]: known } : {})

/** Stores the position of a response. Responses arrive in any order, so the latest position wins. */
export function notePosition(response: Response): void {
  const received = response.headers.get(header) ?? ''
  if (received > known) known = received
}

/**
 * Called after a change whose position is unknown. The primary then answers the next call and sends a new
 * position.
 */
export function forgetPosition(): void {
  known = ''
}
