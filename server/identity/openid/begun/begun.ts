import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../core/errors.ts'
import type { Limiter } from '../../../core/limit.ts'
import type { Database } from '../../../db/open.ts'
import { OAuthError } from '../../errors.ts'
import { stateOf } from '../state.ts'

// Anybody can begin a sign-in to an application, ask for a device code or push a request. Each is a row until it ends, so
// their number and their size are bounded.

const { perNetwork, perDeployment, window, parameters, parameter, short } = limits.begun

/** What is stored by each of the calls that begin something. */
const begins: Record<string, string> = {
  authorization: 'Interaction',
  pushed_authorization_request: 'PushedAuthorizationRequest',
  device_authorization: 'DeviceCode',
}

/**
 * Counts a row of this kind if the present call begins something. Throws slow_down with 429; to the application that a
 * browser comes from, temporarily_unavailable (RFC 6749, 4.1.2.1).
 */
export async function countBegun({ query }: Database, limiter: Limiter, kind: string): Promise<void> {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined
  const route = ctx?.oidc?.route ?? ''
  if (!ctx || begins[route] !== kind) return
  const { request, browser } = stateOf(ctx)
  const rule = { kind: 'begun', window, perNetwork: true }
  try {
    const own = { ...rule, who: browser?.accountId ?? request.network, max: perNetwork }
    const everybody = { ...rule, who: 'everybody', max: perDeployment }
    await limiter.take(query, own, ...(browser ? [] : [everybody]))
  } catch (error) {
    if (route !== 'authorization' || !(error instanceof AppError) || error.code !== 'RATE_LIMITED')
      throw error
    const { retryAfter } = error.details
    const refusal = new OAuthError(429, 'temporarily_unavailable', error.text(request.locale), {
      ...(retryAfter && { retryAfter }),
    })
    // The address was compared with the registered ones, so the application may learn of it.
    throw Object.assign(refusal, { allow_redirect: true })
  }
}

/** Returns whether the parameters are short enough to be stored, and cuts the name of a device to the length that is shown. */
export function admitParameters(params: URLSearchParams): boolean {
  if (!areShort(params)) return false
  cutDeviceName(params)
  return true
}

function areShort(params: URLSearchParams): boolean {
  const longest = (name: string) =>
    Object.hasOwn(short, name) ? short[name as keyof typeof short] : parameter
  const lengths = [...params].map(([name, value]) => name.length + value.length)
  return (
    lengths.reduce((sum, length) => sum + length, 0) <= parameters &&
    [...params].every(([name, value]) => value.length <= longest(name))
  )
}

function cutDeviceName(params: URLSearchParams): void {
  const [name, ...more] = params.getAll('device_name')
  if (name && !more.length) params.set('device_name', [...name].slice(0, limits.name.max).join(''))
}
