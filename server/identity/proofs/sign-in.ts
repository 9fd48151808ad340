import { createHmac } from 'node:crypto'
import { OAuthError } from '../errors.ts'
import { isFor, readProof } from './proofs.ts'

// Proofs of a key that come to the console's own grants: the session that a sign-in opens with one is refreshed with
// one by that key alone (RFC 9449, 5).

/** Seconds that each nonce is given out for, and good for once more afterwards. */
export const nonceWindow = 300

export interface ProvenKey {
  /** The key's thumbprint (RFC 7638). */
  jkt: string
  /** For the next proof. */
  nonce: string
}

interface Expected {
  /** The token endpoint, as people reach it. */
  url: string
  /** By which every node makes and knows the nonces. */
  nonces: Buffer
  /** The database's: whatever clock the browser has, the nonce says when its proof was made. */
  now: Date
}

/**
 * The key of the proof in a `DPoP` header; null where there is none. Throws `use_dpop_nonce`, with the nonce to repeat it
 * with, and `invalid_dpop_proof`. A proof is not remembered: it adds to a password or to a refresh token, which is
 * itself good once, and what is made of it needs the next proof.
 */
export async function provenKey(
  header: string | undefined,
  { url, nonces, now }: Expected,
): Promise<ProvenKey | null> {
  if (header === undefined) return null
  const proof = await readProof(header, now)
  const { iat, jti, nonce } = proof?.payload ?? {}
  if (!proof || !isFor(proof.payload, 'POST', url) || typeof iat !== 'number' || typeof jti !== 'string')
    throw new OAuthError(400, 'invalid_dpop_proof', `the header DPoP holds no proof for a POST to ${url}`)
  const turn = turnAt(now)
  const current = nonceOf(nonces, turn)
  if (nonce !== current && nonce !== nonceOf(nonces, turn - 1))
    throw new OAuthError(400, 'use_dpop_nonce', 'the proof needs the nonce of the header DPoP-Nonce', {
      headers: nonceHeader(current),
    })
  return { jkt: proof.jkt, nonce: current }
}

/** Returns the nonce for a proof that is made now. */
export const nonceFor = (nonces: Buffer, now: Date): string => nonceOf(nonces, turnAt(now))

const turnAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / nonceWindow)

export const nonceHeader = (nonce: string) => ({ 'dpop-nonce': nonce })

/** Not one of those that the OpenID provider makes under the same key for applications. */
const nonceOf = (key: Buffer, turn: number) =>
  createHmac('sha256', key).update(`console ${turn}`).digest('base64url')
