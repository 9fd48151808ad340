import { createHmac } from 'node:crypto'
import { OAuthError } from '../errors.ts'
import { isForCall, readProof } from './proofs.ts'

// Key proofs for the grants of the console. If a sign-in contains a proof, its session can be refreshed only
// with a proof by the same key (RFC 9449, section 5).

/** Seconds for which a nonce is issued. It remains valid for the same time afterwards. */
export const nonceWindow = 300

export interface VerifiedKey {
  /** Thumbprint of the key (RFC 7638). */
  jkt: string
  nonce: string
}

interface ProofContext {
  /** Public URL of the token endpoint. */
  url: string
  /** Key for nonces. All servers share it. */
  nonces: Buffer
  /** Database time. The browser's clock is irrelevant, because the nonce shows when the proof was created. */
  now: Date
}

/**
 * Returns the key that a `DPoP` header proves, or null without a header. Throws `use_dpop_nonce` with a
 * nonce, or `invalid_dpop_proof`.
 *
 * Proofs are not remembered. A proof only supplements a password or a refresh token, which itself can be used
 * once, and the new refresh token requires another proof.
 */
export async function verifyKeyProof(
  header: string | undefined,
  { url, nonces, now }: ProofContext,
): Promise<VerifiedKey | null> {
  if (header === undefined) return null
  const proof = await readProof(header, now)
  const { iat, jti, nonce } = proof?.payload ?? {}
  if (!proof || !isForCall(proof.payload, 'POST', url) || typeof iat !== 'number' || typeof jti !== 'string')
    throw new OAuthError(
      400,
      'invalid_dpop_proof',
      `the DPoP header contains no valid proof for a POST to ${url}`,
    )
  const window = windowAt(now)
  const current = nonceOf(nonces, window)
  if (nonce !== current && nonce !== nonceOf(nonces, window - 1))
    throw new OAuthError(400, 'use_dpop_nonce', 'the proof must contain the nonce of the DPoP-Nonce header', {
      headers: nonceHeader(current),
    })
  return { jkt: proof.jkt, nonce: current }
}

/** Returns the nonce for a proof that is created now. */
export const nonceFor = (nonces: Buffer, now: Date): string => nonceOf(nonces, windowAt(now))

const windowAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / nonceWindow)

export const nonceHeader = (nonce: string) => ({ 'dpop-nonce': nonce })

/**
 * The prefix distinguishes these nonces from those that the OpenID provider derives from the same key for
 * applications.
 */
const nonceOf = (key: Buffer, window: number) =>
  createHmac('sha256', key).update(`console ${window}`).digest('base64url')
