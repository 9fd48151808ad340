/**
 * CORS headers for endpoints that pages of any origin can call. This is safe, because these endpoints require
 * only a token, which browsers never add automatically.
 */
export const forAnyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate',
}
