import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose'
import { required } from '../../../contract/required.ts'
import { useOnce } from '../../applications/issued.ts'
import type { Credentials } from '../../core/request.ts'
import type { Database } from '../../db/open.ts'

// Tokens that are bound to a key of who asked for them, and the proofs that come with them (DPoP, RFC 9449).

export const proofAlgorithms = ['ES256', 'Ed25519', 'EdDSA'] as const

/** Of an RSA key it would be less than half as long, and those are not taken. */
const longest = 2_048

/** Seconds that the clock of a proof may go before or after ours; as the OpenID provider has it. */
const tolerance = 300
/** From the first moment at which one is good to the last. */
export const proofLasts = 2 * tolerance

/**
 * Whether a token comes as it has to: one that is bound to a key with a proof by that key, for this very call and this
 * token, sent for the first time (4.3, 7.1); any other as bearer. No nonce is asked for: a proof names its token, so one
 * that was made in advance is worth no longer than that.
 */
export async function isHeldRightly(
  db: Database,
  { cnf }: JWTPayload,
  { token, proof }: Credentials,
  { origin, now }: { origin: string; now: Date },
): Promise<boolean> {
  const { jkt } = (cnf ?? {}) as { jkt?: string }
  if (!jkt || !proof) return !jkt && !proof
  const proven = await readProof(proof.jwt, now)
  if (!proven) return false
  const { ath, iat, jti } = proven.payload
  const fits =
    proven.jkt === jkt &&
    isFor(proven.payload, proof.method, origin + proof.path) &&
    ath === createHash('sha256').update(token).digest('base64url') &&
    typeof iat === 'number' &&
    Math.abs(now.getTime() / 1_000 - iat) <= tolerance &&
    typeof jti === 'string'
  return fits && useOnce(db.query, 'Proof', `${jkt} ${jti}`, proofLasts)
}

/** Whether a proof was made for this call; what follows the path is left out (4.3). */
export function isFor({ htm, htu }: JWTPayload, method: string, address: string): boolean {
  const url = typeof htu === 'string' ? URL.parse(htu) : null
  return htm === method && url !== null && url.origin + url.pathname === address
}

/** What a proof says and the thumbprint of the key that signed it, which it holds; null for what is none. */
export async function readProof(
  proof: string,
  now: Date,
): Promise<{ payload: JWTPayload; jkt: string } | null> {
  if (proof.length > longest) return null
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: [...proofAlgorithms],
      currentDate: now,
    })
    return { payload, jkt: await calculateJwkThumbprint(required(protectedHeader.jwk, 'jwk')) }
  } catch {
    // Nothing but what was sent is read here: whatever fails, it is no proof.
    return null
  }
}
