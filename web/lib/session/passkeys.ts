import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { knownConfig } from '../config.ts'
import { ApiError } from '../errors.ts'
import { texts } from '../texts.ts'
import { words } from '../words.ts'

// Loaded by who uses a passkey.
const library = () => import('@simplewebauthn/browser')

/** Whether the address has passkeys, and this browser does. */
export const hasPasskeys = (): boolean =>
  knownConfig()?.passkeys === true && typeof globalThis.PublicKeyCredential === 'function'

/** A new passkey's answer to the server's options, as JSON. Rejects with an ApiError. */
export const createPasskey = (options: object): Promise<string> =>
  asking(async () => {
    const { startRegistration } = await library()
    return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  })

/** The same of one that is there. */
export const signWithPasskey = (options: object): Promise<string> =>
  asking(async () => {
    const { startAuthentication } = await library()
    return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
  })

async function asking(ask: () => Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await ask())
  } catch (error) {
    // The browser tells why in English alone; that it is there already is what people can do something about.
    const there = (error as { name?: string }).name === 'InvalidStateError'
    throw new ApiError('BAD_INPUT', texts(words)(there ? 'passkeyThere' : 'passkeyNone'))
  }
}
