import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** Returns the id under which the database stores a request. The id does not reveal the key or the caller. */
export const idOf = (key: string, caller: string): Buffer => createHmac('sha256', key).update(caller).digest()

/**
 * Derives a 256-bit encryption key from the Idempotency-Key and the caller's credential. Neither of them is
 * stored.
 */
export const deriveSecret = (key: string, credential: string, id: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', `${key}\n${credential}`, id, 'kept answer', 32))

export const requestDigest = (operation: string, body: unknown): Buffer =>
  createHash('sha256')
    .update(`${operation}\n`)
    .update(Buffer.isBuffer(body) ? body : (JSON.stringify(body) ?? ''))
    .digest()

/**
 * Encrypts with AES-256-GCM and returns nonce, ciphertext and tag. `place` is authenticated but not
 * encrypted, so decryption requires the same value.
 */
export function encrypt(secret: Buffer, place: string, content: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, secret, nonce).setAAD(Buffer.from(place))
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/**
 * Returns the decrypted content, or undefined if it was modified or was encrypted with another secret or
 * `place`.
 */
export function decrypt(secret: Buffer, place: string, encrypted: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(algorithm, secret, encrypted.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(encrypted.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return undefined
  }
}
