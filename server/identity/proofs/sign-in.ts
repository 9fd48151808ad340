import { createHmac } from 'node:crypto'
import { OAuthError } from '../errors.ts'
import { isForCall, readProof } from './proofs.ts'

// This file verifies the DPoP proofs for the console's grants. If a sign-in contains a proof, its session can
// be refreshed only with a proof by the same key (RFC 9449, section 5).

/** Seconds for which the same nonce is issued. Afterwards, the nonce remains valid for the same time. */
export const nonceWindow = 300

export interface VerifiedKey {
  /** Thumbprint of the key (RFC 7638). */
  jkt: string
  nonce: string
}

interface ProofContext {
  /** Public URL of the token endpoint. */
  url: string
  /** The key for nonces, which all servers share. */
  nonces: Buffer
  /**
   * Database time. The browser's clock does not matter, because the nonce shows when the proof was created.
   */
  now: Date
}

/**
 * Verifies a `DPoP` header and returns the key whose possession it proves. Returns null if the header is
 * missing. Throws `use_dpop_nonce` with a nonce, or `invalid_dpop_proof`.
 *
 * Used proofs are not stored, because a copied proof is useless without the password or refresh token of its
 * request. A refresh token can be used only once, and its successor requires another proof.
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

/** Returns the nonce for a proof that is created at `now`. */
export const nonceFor = (nonces: Buffer, now: Date): string => nonceOf(nonces, windowAt(now))

const windowAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / nonceWindow)

export const nonceHeader = (nonce: string) => ({ 'dpop-nonce': nonce })

/**
 * The prefix distinguishes these nonces from those for applications, which oidc-provider derives from the
 * same key.
 */
const nonceOf = (key: Buffer, window: number) =>
  createHmac('sha256', key).update(`console ${window}`).digest('base64url')
