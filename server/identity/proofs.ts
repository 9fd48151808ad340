import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose'
import { useOnce } from '../applications/issued.ts'
import type { Credentials } from '../core/request.ts'
import type { Database } from '../db/open.ts'

// Tokens that are bound to a key of who asked for them, and the proofs that come with them (DPoP, RFC 9449).

export const proofAlgorithms = ['ES256', 'Ed25519', 'EdDSA'] as const

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
  const proven = await read(proof.jwt, now)
  if (!proven) return false
  const { htm, htu, ath, iat, jti } = proven.payload
  const url = typeof htu === 'string' ? URL.parse(htu) : null
  const fits =
    proven.jkt === jkt &&
    htm === proof.method &&
    url !== null &&
    url.origin + url.pathname === origin + proof.path &&
    ath === createHash('sha256').update(token).digest('base64url') &&
    typeof iat === 'number' &&
    Math.abs(now.getTime() / 1_000 - iat) <= tolerance &&
    typeof jti === 'string'
  return fits && useOnce(db.query, 'Proof', `${jkt} ${jti}`, proofLasts)
}

async function read(proof: string, now: Date): Promise<{ payload: JWTPayload; jkt: string } | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: [...proofAlgorithms],
      currentDate: now,
    })
    return { payload, jkt: await calculateJwkThumbprint(protectedHeader.jwk!) }
  } catch {
    // Nothing but what was sent is read here: whatever fails, it is no proof.
    return null
  }
}
