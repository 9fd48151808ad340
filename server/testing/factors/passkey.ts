import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { required } from '../../../contract/required.ts'

interface Ceremony {
  challenge: string
  rpId?: string
  rp?: { id?: string }
  user?: { id: string }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const b64 = (data: Buffer) => data.toString('base64url')

/**
 * Flags in authenticator data: user present (UP), user verified (UV), attested credential data included (AT).
 */
const [present, verified, withKey] = [0x01, 0x04, 0x40]

/** Simulates a browser at `origin` and an authenticator with one passkey. */
export function softPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credential = randomBytes(16)
  let handle = ''
  const passkey = {
    counter: 0,
    origin,
    /** Whether the authenticator verifies the user, for example by fingerprint or PIN. */
    verifies: true,

    /** Returns a RegistrationResponseJSON with attestation `none`. */
    create(options: Ceremony): string {
      handle = required(options.user, 'user').id
      // The public key as a COSE key (EC2, ES256, P-256, x, y) in canonical CBOR.
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(required(x, 'x'), 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(required(y, 'y'), 'base64url'),
      ])
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credential.length]),
        credential,
        cose,
      ])
      const data = Buffer.concat([
        authenticatorData(required(required(options.rp, 'rp').id, 'id'), withKey),
        attested,
      ])
      const attestation = Buffer.concat([
        Buffer.from('a3', 'hex'),
        ...[textOf('fmt'), textOf('none'), textOf('attStmt'), Buffer.from('a0', 'hex'), textOf('authData')],
        Buffer.from([0x58, data.length]),
        data,
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', options.challenge),
        attestationObject: b64(attestation),
        transports: ['internal'],
      })
    },

    /** Returns an AuthenticationResponseJSON. */
    get(options: Ceremony): string {
      passkey.counter += 1
      const data = authenticatorData(required(options.rpId, 'rpId'), 0)
      const clientDataJSON = clientData('webauthn.get', options.challenge)
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      const signature = b64(sign('sha256', signed, privateKey))
      return answer({ clientDataJSON, authenticatorData: b64(data), signature, userHandle: handle })
    },
  }

  const textOf = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
  const clientData = (type: string, challenge: string) =>
    b64(Buffer.from(JSON.stringify({ type, challenge, origin: passkey.origin, crossOrigin: false })))
  function authenticatorData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(passkey.counter)
    const all = present | (passkey.verifies ? verified : 0) | flags
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter])
  }
  const answer = (response: object) =>
    JSON.stringify({
      ...{ id: b64(credential), rawId: b64(credential), type: 'public-key' },
      ...{ clientExtensionResults: {}, response },
    })
  return passkey
}
