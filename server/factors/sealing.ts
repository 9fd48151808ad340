import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** AES-256-GCM: nonce, text, tag. It opens for the same account alone. */
export const seal = (key: Buffer, accountId: string, text: string): Buffer =>
  sealBytes(key, accountId, Buffer.from(text))

/** The same of bytes; `bound`: what they are of, and that alone opens them. */
export function sealBytes(key: Buffer, bound: string, content: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(bound))
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Throws where it was sealed by another key, for another account, or was changed. */
export const unseal = (key: Buffer, accountId: string, sealed: Buffer): string =>
  unsealBytes(key, accountId, sealed).toString('utf8')

/** Likewise. */
export function unsealBytes(key: Buffer, bound: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(bound))
    .setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
