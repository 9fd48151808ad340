const header = 'reeve-position'

let known = ''

/**
 * Returns the header to add to each request. With it, a standby answers only if it has replayed all changes
 * that this page has read or made.
 */
export const positionHeader = (): Record<string, string> => (known ? { [header]: known } : {})

/**
 * Stores the replication position of a response. Responses can arrive in any order, so the highest position
 * is retained.
 */
export function notePosition(response: Response): void {
  const received = response.headers.get(header) ?? ''
  if (received > known) known = received
}

/**
 * Called after a change whose replication position is unknown. The primary then answers the next call and
 * sends its position.
 */
export function forgetPosition(): void {
  known = ''
}
