import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'

/**
 * The content of a refresh token or cookie token that a client sent. The content must not be trusted unless
 * `isAuthentic` returns true.
 */
export interface PresentedToken {
  accountId: string
  sessionId: string
  generation: number
  payload: Buffer
  mac: Buffer
}

const version = 1
/**
 * Cookie tokens have a version of their own, so that neither kind of token is accepted in place of the other.
 */
const cookieVersion = 2
const payloadLength = 1 + 16 + 16 + 4
const macLength = 32

/**
 * Returns the refresh token of one generation of a session. It is the base64url encoding of version (1 byte),
 * account id (16), session id (16), generation (4, big endian) and the HMAC-SHA256 of these fields with the
 * session's secret.
 *
 * Because tokens are derived, they need not be stored, and a generation always has the same token. At 69
 * bytes, the base64url encoding has no unused bits.
 */
export function refreshTokenOf(session: {
  accountId: string
  sessionId: string
  generation: number
  secret: Uint8Array
}): string {
  return write(version, session)
}

/**
 * Returns the cookie token of a session. It has the same format as a refresh token but stays the same for the
 * whole session.
 */
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

/** Parses a refresh token. Returns null unless it has the exact format of `refreshTokenOf`. */
export const parseRefreshToken = (token: string): PresentedToken | null => read(version, token)

/** Parses a cookie token. Returns null unless it has the exact format of `cookieTokenOf`. */
export const parseCookieToken = (token: string): PresentedToken | null => read(cookieVersion, token)

function read(kind: number, token: string): PresentedToken | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== payloadLength + macLength || bytes[0] !== kind) return null
  // Buffer.from ignores characters that are not base64url, so reject every spelling of the token except the
  // canonical one.
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
    return null // The ids are not valid UUIDs.
  }
}

export const isAuthentic = (token: PresentedToken, secret: Uint8Array): boolean =>
  timingSafeEqual(token.mac, macOf(token.payload, secret))

// Use a KeyObject for speed: with a key of raw bytes, Node.js takes three times as long to create an HMAC.
const macOf = (payload: Uint8Array, secret: Uint8Array) =>
  createHmac('sha256', createSecretKey(secret)).update(payload).digest()
