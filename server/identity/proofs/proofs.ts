import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose'
import { required } from '../../../contract/required.ts'
import { useOnce } from '../../applications/issued.ts'
import type { Credentials } from '../../core/request.ts'
import type { Database } from '../../db/open.ts'

// This file checks the proofs that must accompany tokens bound to a key of the client (DPoP, RFC 9449).

export const proofAlgorithms = ['ES256', 'Ed25519', 'EdDSA'] as const

/**
 * Maximum length of a proof. Even a proof with an RSA key, which is not accepted, has less than half this
 * length.
 */
const maxLength = 2_048

/**
 * Maximum difference in seconds between a client's clock and the server's clock. oidc-provider uses the same
 * tolerance.
 */
const tolerance = 300
/** Seconds between the earliest and the latest time at which a proof is accepted. */
export const proofLifetime = 2 * tolerance

/**
 * Whether a token is presented correctly. A token that is bound to a key needs a new proof by that key for
 * this request and this token (RFC 9449, sections 4.3 and 7.1). Any other token must be sent as a bearer
 * token. Nonces are not required: a proof contains a hash of its token, so a proof created in advance is
 * useless after the token has expired.
 */
export async function isPresentedCorrectly(
  db: Database,
  { cnf }: JWTPayload,
  { token, proof }: Credentials,
  { origin, now }: { origin: string; now: Date },
): Promise<boolean> {
  const { jkt } = (cnf ?? {}) as { jkt?: string }
  if (!jkt || !proof) return !jkt && !proof
  const verified = await readProof(proof.jwt, now)
  if (!verified) return false
  const { ath, iat, jti } = verified.payload
  const matches =
    verified.jkt === jkt &&
    isForCall(verified.payload, proof.method, origin + proof.path) &&
    ath === createHash('sha256').update(token).digest('base64url') &&
    typeof iat === 'number' &&
    Math.abs(now.getTime() / 1_000 - iat) <= tolerance &&
    typeof jti === 'string'
  return matches && useOnce(db.query, 'Proof', `${jkt} ${jti}`, proofLifetime)
}

/** Whether a proof was created for this request. Query and fragment are ignored (RFC 9449, section 4.3). */
export function isForCall({ htm, htu }: JWTPayload, method: string, address: string): boolean {
  const url = typeof htu === 'string' ? URL.parse(htu) : null
  return htm === method && url !== null && url.origin + url.pathname === address
}

/**
 * Verifies the signature of a proof with the public key in the proof itself. Returns the claims and the
 * thumbprint of the key, or null if the proof is invalid.
 */
export async function readProof(
  proof: string,
  now: Date,
): Promise<{ payload: JWTPayload; jkt: string } | null> {
  if (proof.length > maxLength) return null
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: [...proofAlgorithms],
      currentDate: now,
    })
    return { payload, jkt: await calculateJwkThumbprint(required(protectedHeader.jwk, 'jwk')) }
  } catch {
    // The code above only parses and verifies its input, so every error means an invalid proof.
    return null
  }
}
