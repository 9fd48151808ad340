import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { limits } from '../../contract/limits.ts'

const members = ['kty', 'kid', 'use', 'alg', 'crv', 'x', 'y', 'n', 'e'] as const

/** Bits that an RSA key needs at least (RFC 7518, 3.3). */
const shortestRsa = 2_048

type Fault = 'application.jwks' | 'application.privateKey' | 'application.weakKey'

/** The public keys of a JSON Web Key Set (RFC 7517) that sign, with nothing else in them; else the message why not. */
export function asymmetricKeys(given: unknown): Record<string, string>[] | Fault {
  const keys = (given as { keys?: unknown }).keys
  const { keys: most, jwks: longest } = limits.application
  if (!Array.isArray(keys) || !keys.length || keys.length > most || JSON.stringify(keys).length > longest)
    return 'application.jwks'
  const taken: Record<string, string>[] = []
  for (const key of keys) {
    if (typeof key !== 'object' || key === null) return 'application.jwks'
    // Of symmetric keys, too: k.
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
