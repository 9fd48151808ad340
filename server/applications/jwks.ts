import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { limits } from '../../contract/limits.ts'

const members = ['kty', 'kid', 'use', 'alg', 'crv', 'x', 'y', 'n', 'e'] as const

/** The public keys of a JSON Web Key Set (RFC 7517) that sign, with nothing else in them; else the message why not. */
export function asymmetricKeys(
  given: unknown,
): Record<string, string>[] | 'application.jwks' | 'application.privateKey' {
  const keys = (given as { keys?: unknown }).keys
  const { keys: most, jwks: longest } = limits.application
  if (!Array.isArray(keys) || !keys.length || keys.length > most || JSON.stringify(keys).length > longest)
    return 'application.jwks'
  const taken: Record<string, string>[] = []
  for (const key of keys) {
    if (typeof key !== 'object' || key === null) return 'application.jwks'
    // Of symmetric keys, too: k.
    if ('d' in key || 'k' in key) return 'application.privateKey'
    if (!isPublicKey(key)) return 'application.jwks'
    taken.push(
      Object.fromEntries(members.flatMap((name) => (name in key ? [[name, String(key[name])]] : []))),
    )
  }
  return taken
}

function isPublicKey(key: JsonWebKey): boolean {
  try {
    return key.use !== 'enc' && createPublicKey({ key, format: 'jwk' }).type === 'public'
  } catch {
    return false
  }
}
