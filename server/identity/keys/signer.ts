import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import type { JWK } from 'jose'
import { ExternalSigningKey } from 'oidc-provider'

/**
 * Signs with a P-256 or RSA key on the calling thread. oidc-provider itself uses Web Crypto, which hands each
 * token to another thread. Switching threads takes longer than creating the signature.
 */
export class Signer extends ExternalSigningKey {
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject

  constructor(jwk: JWK) {
    super()
    this.#privateKey = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' })
    this.#publicKey = createPublicKey(this.#privateKey)
    Object.assign(this, { kid: jwk.kid, alg: jwk.alg })
  }

  override keyObject(): KeyObject {
    return this.#publicKey
  }

  /** Returns the signature in the JWS format (RFC 7518, sections 3.3 and 3.4). RSA keys ignore `dsaEncoding`. */
  override sign(data: Buffer): Buffer {
    return sign('sha256', data, { key: this.#privateKey, dsaEncoding: 'ieee-p1363' })
  }
}
