/**
 * Time for which a nonce is reused, in ms. The server accepts it for at least five minutes, and the response that
 * contained it may have been cached for one minute.
 */
const lifetime = 180_000

/**
 * The server's nonce, which shows that a DPoP proof is recent. The server sends it with /config.json and with
 * each response to a proof.
 */
let nonce: string | undefined
let received = 0

/** Stores the nonce of a response. Returns false if the response contains none. */
export function takeNonce({ headers }: Response): boolean {
  const header = headers.get('dpop-nonce')
  if (header === null) return false
  nonce = header
  received = Date.now()
  return true
}

/**
 * Returns a nonce that the server accepts, and fetches another one if the last one is old. Returns undefined
 * if the server cannot be reached.
 */
export async function freshNonce(): Promise<string | undefined> {
  if (nonce === undefined || Date.now() - received > lifetime)
    await fetch('/config.json').then(takeNonce, () => undefined)
  return nonce
}
