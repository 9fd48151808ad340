import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'

/** What a refresh token says of itself; true only once `isAuthentic` says so. */
export interface PresentedToken {
  accountId: string
  sessionId: string
  generation: number
  payload: Buffer
  mac: Buffer
}

const version = 1
/** Of what a browser's cookie holds: no refresh token is one, and none of these a refresh token. */
const cookieVersion = 2
const payloadLength = 1 + 16 + 16 + 4
const macLength = 32

/**
 * The refresh token of one generation of a session: base64url of version (1 byte), account id (16), session id (16),
 * generation (4, big endian) and the HMAC-SHA256 of these under the session's secret. Derived, so nothing of it is
 * stored and the same generation gives the same token; 69 bytes, so that base64url leaves no bits unused.
 */
export function refreshTokenOf(session: {
  accountId: string
  sessionId: string
  generation: number
  secret: Uint8Array
}): string {
  return write(version, session)
}

/** What the cookie of a session's browser holds: written alike, and the same as long as the session lasts. */
export const cookieTokenOf = (session: {
  accountId: string
  sessionId: string
  secret: Uint8Array
}): string => write(cookieVersion, { ...session, generation: 0 })

function write(
  kind: number,
  session: { accountId: string; sessionId: string; generation: number; secret: Uint8Array },
): string {
  const payload = Buffer.alloc(payloadLength)
  payload[0] = kind
  payload.set(parse(session.accountId), 1)
  payload.set(parse(session.sessionId), 17)
  payload.writeUInt32BE(session.generation, 33)
  return Buffer.concat([payload, macOf(payload, session.secret)]).toString('base64url')
}

/** null for what is not written exactly as `refreshTokenOf` writes it. */
export const parseRefreshToken = (token: string): PresentedToken | null => read(version, token)

/** null for what is not written exactly as `cookieTokenOf` writes it. */
export const parseCookieToken = (token: string): PresentedToken | null => read(cookieVersion, token)

function read(kind: number, token: string): PresentedToken | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== payloadLength + macLength || bytes[0] !== kind) return null
  // Buffer.from passes over what is not base64url; a token has one spelling.
  if (bytes.toString('base64url') !== token) return null
  const payload = bytes.subarray(0, payloadLength)
  try {
    return {
      accountId: stringify(payload, 1),
      sessionId: stringify(payload, 17),
      generation: payload.readUInt32BE(33),
      payload,
      mac: bytes.subarray(payloadLength),
    }
  } catch {
    return null // bytes that are no UUID
  }
}

export const isAuthentic = (token: PresentedToken, secret: Uint8Array): boolean =>
  timingSafeEqual(token.mac, macOf(token.payload, secret))

// Node.js takes three times as long to create an HMAC from raw bytes as from a KeyObject.
const macOf = (payload: Uint8Array, secret: Uint8Array) =>
  createHmac('sha256', createSecretKey(secret)).update(payload).digest()
