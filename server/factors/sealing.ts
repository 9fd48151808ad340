import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/**
 * Encrypts a text with AES-256-GCM. The result consists of nonce, ciphertext and tag. Decryption requires the
 * same account id.
 */
export const seal = (key: Buffer, accountId: string, text: string): Buffer =>
  sealBytes(key, accountId, Buffer.from(text))

/**
 * Encrypts bytes in the same way as `seal` encrypts a text. `bound` is additional authenticated data, such as
 * the id of the owner. The same value is required for decryption.
 */
export function sealBytes(key: Buffer, bound: string, content: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(bound))
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts a text. Throws if the key or the account id differs, or if the ciphertext was modified. */
export const unseal = (key: Buffer, accountId: string, sealed: Buffer): string =>
  unsealBytes(key, accountId, sealed).toString('utf8')

export function unsealBytes(key: Buffer, bound: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(bound))
    .setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
