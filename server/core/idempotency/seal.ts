import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** What a call is known by in the database, which tells neither the key nor whose it is. */
export const idOf = (key: string, caller: string): Buffer => createHmac('sha256', key).update(caller).digest()

/** 256 bits of the key and of what only its caller holds; neither of them is kept. */
export const secretOf = (key: string, held: string, id: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', `${key}\n${held}`, id, 'kept answer', 32))

export const digestOf = (operation: string, body: unknown): Buffer =>
  createHash('sha256')
    .update(`${operation}\n`)
    .update(Buffer.isBuffer(body) ? body : (JSON.stringify(body) ?? ''))
    .digest()

/** AES-256-GCM: nonce, content, tag. It opens at the same place alone. */
export function seal(secret: Buffer, place: string, content: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, secret, nonce).setAAD(Buffer.from(place))
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** undefined where it was sealed by another secret or for another place, or was changed. */
export function unseal(secret: Buffer, place: string, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(algorithm, secret, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return undefined
  }
}
