/**
 * How long a nonce is reused, in milliseconds. The server accepts it for at least five minutes, and the
 * response that carried it may have been cached for one minute.
 */
const lifetime = 180_000

/**
 * Proves to the server that a DPoP proof is recent. Sent with /config.json and with each response to a proof.
 */
let nonce: string | undefined
let received = 0

/** Stores the nonce of an answer. Returns false if the answer has none. */
export function takeNonce({ headers }: Response): boolean {
  const header = headers.get('dpop-nonce')
  if (header === null) return false
  nonce = header
  received = Date.now()
  return true
}

/**
 * Returns a nonce that the server accepts, fetched again if the last one is old. Returns undefined if the
 * server could not be reached.
 */
export async function freshNonce(): Promise<string | undefined> {
  if (nonce === undefined || Date.now() - received > lifetime)
    await fetch('/config.json').then(takeNonce, () => undefined)
  return nonce
}
