import { keyDatabase } from '../../../contract/storage.ts'
import { failed, unreachable } from '../errors.ts'
import { readJson } from '../http.ts'
import { forgetKey } from '../storage.ts'
import { freshNonce, takeNonce } from './nonce.ts'

// The key that this browser's sessions are bound to, and proofs by it (DPoP, RFC 9449). A script can use it while it
// runs here, and nobody can take it along: it is kept as the browser's own object, which gives nothing of itself out.

/** The headers that a POST to this path has a proof by. */
export type Prove = (path: string) => Promise<Record<string, string>>
/** Calls the token endpoint. */
type Ask = (prove?: Prove) => Promise<Response>

interface BrowserKey {
  privateKey: CryptoKey
  /** The public half. */
  jwk: JsonWebKey
}

const { name, store } = keyDatabase

/** ms; a browser whose database does not answer signs in without. */
const patience = 2_000

/** A sign-in, whose session is bound to the key where the browser keeps one, and where the server takes proofs by it. */
export async function askToBind(ask: Ask): Promise<Response> {
  const key = await keyToBind().catch(() => undefined)
  if (!key) return ask()
  const response = await proven(ask, key)
  if (!(await isProofRefused(response))) return response
  // This page is not at the address that the server goes by.
  await forgetKey()
  return ask()
}

/** A refresh, with a proof where there is a key. */
export async function askBound(ask: Ask): Promise<Response> {
  const key = await knownKey().catch(() => 'unknown' as const)
  if (key !== 'unknown') return key ? proven(ask, key) : ask()
  const response = await ask()
  // Of a token that is refused for want of a key nothing is known where the browser does not say whether it has it.
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
  // It says nothing of the token: two servers that disagree for a minute about their nonces.
  if (asksForNonce(again)) throw failed('token', unreachable())
  return again
}

/** Whether the proof was refused for its nonce, and the answer has another one. */
const asksForNonce = (response: Response): boolean => takeNonce(response) && response.status === 400

async function keyToBind(): Promise<BrowserKey | undefined> {
  const known = await knownKey()
  if (known) return known
  await makeKey()
  // What was kept is what counts: another tab may have been quicker.
  return knownKey()
}

/** undefined where there is none. Rejects where the browser does not say. */
const knownKey = () => inStore<BrowserKey>('readonly', (keys) => keys.get(store))

async function makeKey(): Promise<void> {
  const { subtle } = crypto
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const { kty, crv, x, y } = (await subtle.exportKey('jwk', pair.publicKey)) as Required<JsonWebKey>
  const key: BrowserKey = { privateKey: pair.privateKey, jwk: { kty, crv, x, y } }
  await inStore('readwrite', (keys) => keys.add(key, store)).catch(() => undefined)
}

/** For a POST to `url`; the server judges its age by the nonce, not by this clock. */
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

/** What one request to the store gives. Reading makes no database where there is none. */
const inStore = <T>(mode: IDBTransactionMode, ask: (keys: IDBObjectStore) => IDBRequest) =>
  new Promise<T | undefined>((resolve, reject) => {
    setTimeout(reject, patience, new Error('the database of the browser does not answer'))
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
        // Once it is done; else it would stand in the way of being deleted.
        opened.close()
      }
    }
  })
