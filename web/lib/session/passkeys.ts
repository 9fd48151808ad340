import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { knownConfig } from '../config.ts'
import { ApiError } from '../errors.ts'
import { texts } from '../texts.ts'
import { words } from '../words.ts'

// The library is loaded when a passkey is used for the first time.
const library = () => import('@simplewebauthn/browser')

/** Whether both the server's public URL and this browser support passkeys. */
export const hasPasskeys = (): boolean =>
  knownConfig()?.passkeys === true && typeof globalThis.PublicKeyCredential === 'function'

/**
 * Creates a passkey with the server's options. Returns the browser's response as JSON. Rejects with an
 * ApiError if no passkey was created.
 */
export const createPasskey = (options: object): Promise<string> =>
  asking(async () => {
    const { startRegistration } = await library()
    return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  })

/**
 * Signs with an existing passkey. Returns the browser's response as JSON. Rejects with an ApiError if the
 * browser did not sign.
 */
export const signWithPasskey = (options: object): Promise<string> =>
  asking(async () => {
    const { startAuthentication } = await library()
    return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
  })

async function asking(ask: () => Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await ask())
  } catch (error) {
    // Browsers' error messages are in English, so they are replaced. Only one of them helps the user: that a
    // passkey already exists on this device.
    const there = (error as { name?: string }).name === 'InvalidStateError'
    throw new ApiError('BAD_INPUT', texts(words)(there ? 'passkeyThere' : 'passkeyNone'))
  }
}
