import { keyDatabase } from '../../../contract/storage.ts'
import { failed, unreachable } from '../errors.ts'
import { readJson } from '../http.ts'
import { forgetKey } from '../storage.ts'
import { freshNonce, takeNonce } from './nonce.ts'

// Manages the key to which this browser's sessions are bound, and creates DPoP proofs (RFC 9449). The key is
// a non-extractable CryptoKey in IndexedDB, so a script in the page can use the key but cannot export it.

/** Returns the headers with a DPoP proof for a POST to this path. */
export type Prove = (path: string) => Promise<Record<string, string>>
type Ask = (prove?: Prove) => Promise<Response>

interface BrowserKey {
  privateKey: CryptoKey
  /** The public key as a JWK. */
  jwk: JsonWebKey
}

const { name, store } = keyDatabase

/** Time limit for IndexedDB in ms. After that, the browser signs in without a key. */
const patience = 2_000

/**
 * Signs in. Binds the session to a DPoP key if the browser can store one and the server accepts its proofs.
 */
export async function askToBind(ask: Ask): Promise<Response> {
  const key = await keyToBind().catch(() => undefined)
  if (!key) return ask()
  const response = await proven(ask, key)
  if (!(await isProofRefused(response))) return response
  // The page's origin differs from the one that the server expects in a proof, so the browser signs in
  // without a key.
  await forgetKey()
  return ask()
}

/** Refreshes the session. Sends a DPoP proof if the browser has a key. */
export async function askBound(ask: Ask): Promise<Response> {
  const key = await knownKey().catch(() => 'unknown' as const)
  if (key !== 'unknown') return key ? proven(ask, key) : ask()
  const response = await ask()
  // IndexedDB did not respond, so it is unknown whether the browser has a key. The server may only have
  // rejected the missing proof, so the refresh token must not be treated as invalid.
  if (await isProofRefused(response)) throw failed('token', unreachable())
  return response
}

const isProofRefused = async (response: Response): Promise<boolean> =>
  !response.ok &&
  ((await readJson(response.clone())) as { error?: string } | undefined)?.error === 'invalid_dpop_proof'

async function proven(ask: Ask, key: BrowserKey): Promise<Response> {
  const proof: Prove = async (path) => ({ dpop: await prove(key, window.location.origin + path) })
  const response = await ask(proof)
  if (!asksForNonce(response)) return response
  const again = await ask(proof)
  // Two servers can have different nonces for up to a minute, so this response does not mean that the refresh
  // token is invalid.
  if (asksForNonce(again)) throw failed('token', unreachable())
  return again
}

/** Whether the server rejected the nonce. The response contains the nonce to use. */
const asksForNonce = (response: Response): boolean => takeNonce(response) && response.status === 400

async function keyToBind(): Promise<BrowserKey | undefined> {
  const known = await knownKey()
  if (known) return known
  await makeKey()
  // The key is read from storage, because another tab may have stored its own key first.
  return knownKey()
}

/** Returns the stored key, or undefined if the browser has none. Rejects if IndexedDB does not respond. */
const knownKey = () => inStore<BrowserKey>('readonly', (keys) => keys.get(store))

async function makeKey(): Promise<void> {
  const { subtle } = crypto
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const { kty, crv, x, y } = (await subtle.exportKey('jwk', pair.publicKey)) as Required<JsonWebKey>
  const key: BrowserKey = { privateKey: pair.privateKey, jwk: { kty, crv, x, y } }
  await inStore('readwrite', (keys) => keys.add(key, store)).catch(() => undefined)
}

/**
 * Returns a DPoP proof for a POST to `url`. The proof contains the server's nonce, from which the server
 * determines the proof's age, so the clock of this machine can be wrong.
 */
async function prove({ privateKey, jwk }: BrowserKey, url: string): Promise<string> {
  const text = new TextEncoder()
  const part = (value: object) => base64url(text.encode(JSON.stringify(value)))
  const claims = {
    htm: 'POST',
    htu: url,
    jti: crypto.randomUUID(),
    iat: Math.floor(Date.now() / 1_000),
    nonce: await freshNonce(),
  }
  const signed = `${part({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${part(claims)}`
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, privateKey, text.encode(signed))
  return `${signed}.${base64url(new Uint8Array(signature))}`
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Runs one IndexedDB request. A read-only request does not create the database. */
const inStore = <T>(mode: IDBTransactionMode, ask: (keys: IDBObjectStore) => IDBRequest) =>
  new Promise<T | undefined>((resolve, reject) => {
    setTimeout(reject, patience, new Error('IndexedDB did not respond'))
    const opening = indexedDB.open(name)
    opening.onupgradeneeded = () => {
      if (mode === 'readwrite') opening.result.createObjectStore(store)
      else opening.transaction?.abort()
    }
    opening.onerror = () =>
      opening.error?.name === 'AbortError' ? resolve(undefined) : reject(opening.error)
    opening.onsuccess = () => {
      const { result: opened } = opening
      try {
        const transaction = opened.transaction(store, mode)
        const request = ask(transaction.objectStore(store))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
      } catch (error) {
        reject(error)
      } finally {
        // The database cannot be deleted while a connection to it is open.
        opened.close()
      }
    }
  })
