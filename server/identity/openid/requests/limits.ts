import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../core/errors.ts'
import type { Limiter } from '../../../core/limit.ts'
import type { Database } from '../../../db/open.ts'
import { OAuthError } from '../../errors.ts'
import { stateOf } from '../state.ts'

// Limits on flows that anonymous clients can start: sign-ins to applications, device authorizations and
// pushed authorization requests. Each is stored until it ends, so their number and size are limited.

const { perNetwork, perDeployment, window, parameters, parameter, short } = limits.begun

/** The kind of row that each route stores in the table `issued`. */
const storedKinds: Record<string, string> = {
  authorization: 'Interaction',
  pushed_authorization_request: 'PushedAuthorizationRequest',
  device_authorization: 'DeviceCode',
}

/**
 * If the current request stores a row of this kind, counts the row towards the limits. If a limit is reached,
 * throws slow_down with status 429, or redirects to the application with temporarily_unavailable (RFC 6749,
 * section 4.1.2.1).
 */
export async function countPendingRequest(
  { query }: Database,
  limiter: Limiter,
  kind: string,
): Promise<void> {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined
  const route = ctx?.oidc?.route ?? ''
  if (!ctx || storedKinds[route] !== kind) return
  const { request, browser } = stateOf(ctx)
  const rule = { kind: 'begun', window, perNetwork: true }
  try {
    const perOwner = { ...rule, subject: browser?.accountId ?? request.network, max: perNetwork }
    const overall = { ...rule, subject: 'everybody', max: perDeployment }
    await limiter.take(query, perOwner, ...(browser ? [] : [overall]))
  } catch (error) {
    if (route !== 'authorization' || !(error instanceof AppError) || error.code !== 'RATE_LIMITED')
      throw error
    const { retryAfter } = error.details
    const refusal = new OAuthError(429, 'temporarily_unavailable', error.text(request.locale), {
      ...(retryAfter && { retryAfter }),
    })
    // The redirect URI has already been validated, so the error can be sent to the application.
    throw Object.assign(refusal, { allow_redirect: true })
  }
}

/**
 * Returns whether the parameters are short enough to be stored. Truncates the device name to the displayed
 * length.
 */
export function checkParameters(params: URLSearchParams): boolean {
  if (!areShortEnough(params)) return false
  truncateDeviceName(params)
  return true
}

function areShortEnough(params: URLSearchParams): boolean {
  const longest = (name: string) =>
    Object.hasOwn(short, name) ? short[name as keyof typeof short] : parameter
  const lengths = [...params].map(([name, value]) => name.length + value.length)
  return (
    lengths.reduce((sum, length) => sum + length, 0) <= parameters &&
    [...params].every(([name, value]) => value.length <= longest(name))
  )
}

function truncateDeviceName(params: URLSearchParams): void {
  const [name, ...more] = params.getAll('device_name')
  if (name && !more.length) params.set('device_name', [...name].slice(0, limits.name.max).join(''))
}
