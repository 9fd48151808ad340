/**
 * How long a nonce is reused, in ms. The server accepts a nonce for at least five minutes, and the response
 * that contained it may have been cached for one minute.
 */
const lifetime = 180_000

/**
 * The server's nonce, which shows that a DPoP proof is recent. The server sends the nonce with /config.json
 * and with each response to a proof.
 */
let nonce: string | undefined
let received = 0

/** Stores the nonce of a response. Returns false if the response contains no nonce. */
export function takeNonce({ headers }: Response): boolean {
  const header = headers.get('dpop-nonce')
  if (header === null) return false
  nonce = header
  received = Date.now()
  return true
}

/**
 * Returns the server's nonce. Fetches a new nonce if the stored one is too old; if that fails, the stored
 * nonce is used. Returns undefined if no nonce was ever received.
 */
export async function freshNonce(): Promise<string | undefined> {
  if (nonce === undefined || Date.now() - received > lifetime)
    await fetch('/config.json').then(takeNonce, () => undefined)
  return nonce
}
