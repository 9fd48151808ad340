import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { limits } from '../../contract/limits.ts'

const members = ['kty', 'kid', 'use', 'alg', 'crv', 'x', 'y', 'n', 'e'] as const

/** Minimum length of an RSA key in bits (RFC 7518, section 3.3). */
const shortestRsa = 2_048

type Fault = 'application.jwks' | 'application.privateKey' | 'application.weakKey'

/**
 * Returns the public signing keys of a JSON Web Key Set (RFC 7517) without unknown members, or the message
 * key of the error.
 */
export function asymmetricKeys(given: unknown): Record<string, string>[] | Fault {
  const keys = (given as { keys?: unknown }).keys
  const { keys: most, jwks: longest } = limits.application
  if (!Array.isArray(keys) || !keys.length || keys.length > most || JSON.stringify(keys).length > longest)
    return 'application.jwks'
  const taken: Record<string, string>[] = []
  for (const key of keys) {
    if (typeof key !== 'object' || key === null) return 'application.jwks'
    // `d` is the private part of a key pair, and `k` is the value of a symmetric key. Neither must be sent to
    // the server.
    if (Object.hasOwn(key, 'd') || Object.hasOwn(key, 'k')) return 'application.privateKey'
    const fault = faultOf(key)
    if (fault) return fault
    taken.push(
      Object.fromEntries(
        members.flatMap((name) => (Object.hasOwn(key, name) ? [[name, String(key[name])]] : [])),
      ),
    )
  }
  return taken
}

function faultOf(key: JsonWebKey): Fault | null {
  try {
    const { type, asymmetricKeyDetails } = createPublicKey({ key, format: 'jwk' })
    if (key.use === 'enc' || type !== 'public') return 'application.jwks'
    const bits = asymmetricKeyDetails?.modulusLength
    return bits !== undefined && bits < shortestRsa ? 'application.weakKey' : null
  } catch {
    return 'application.jwks'
  }
}
