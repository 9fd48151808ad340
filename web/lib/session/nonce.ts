/**
 * How long a nonce is used, in milliseconds. The server takes it for five minutes or longer, and the answer that brought it
 * may have been cached for one.
 */
const lifetime = 180_000

/** Shows the server that a proof was made lately. It comes with /config.json and with each answer to a proof. */
let nonce: string | undefined
let received = 0

/** Stores the nonce of an answer. Returns false if the answer has none. */
export function takeNonce({ headers }: Response): boolean {
  const given = headers.get('dpop-nonce')
  if (given === null) return false
  nonce = given
  received = Date.now()
  return true
}

/** Returns a nonce that the server takes, fetched if the last one is old; undefined if the server could not be reached. */
export async function freshNonce(): Promise<string | undefined> {
  if (nonce === undefined || Date.now() - received > lifetime)
    await fetch('/config.json').then(takeNonce, () => undefined)
  return nonce
}
