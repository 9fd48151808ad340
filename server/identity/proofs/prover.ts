import { randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'

/**
 * Creates a key like a browser does. The returned prover creates DPoP proofs with this key for the token
 * endpoint at `url` (RFC 9449). Claims with the value undefined are omitted.
 */
export async function createProver(url: string, alg: 'ES256' | 'Ed25519' = 'ES256') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(publicKey)
  return {
    privateKey,
    publicKey,
    jwk,
    jkt: await calculateJwkThumbprint(jwk),
    prove: (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): Promise<string> =>
      new SignJWT({
        ...{ htm: 'POST', htu: url, jti: randomUUID(), iat: Math.floor(Date.now() / 1_000) },
        ...claims,
      })
        .setProtectedHeader({ alg, typ: 'dpop+jwt', jwk, ...header })
        .sign(privateKey),
  }
}

export type Prover = Awaited<ReturnType<typeof createProver>>
