import type { Locale } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type OutgoingProxy, useProxy } from './proxy.ts'

/** Settings that apply to the whole process. They are set once, before the server answers requests. */
interface Defaults {
  /**
   * Session lifetimes in seconds. `idle` and `adminIdle` start with the last use of a session, and `absolute`
   * starts with its creation.
   */
  sessions: { idle: number; absolute: number; adminIdle: number }
  /** Language of responses if the request specifies none. */
  defaultLocale: Locale
  /** IANA time zone for requests that specify none. */
  defaultTimeZone: string
  /** Whether people can register their own accounts. */
  selfRegistration: boolean
}

export const defaults: Defaults = {
  sessions: { ...limits.session },
  defaultLocale: 'zh-CN',
  defaultTimeZone: 'UTC',
  selfRegistration: true,
}

/** Applies the defaults and the proxy in a Config to this process. */
export function setDefaults({ proxy, ...config }: Defaults & { proxy: OutgoingProxy | null }): void {
  const { sessions, defaultLocale, defaultTimeZone, selfRegistration } = config
  Object.assign(defaults, { sessions, defaultLocale, defaultTimeZone, selfRegistration })
  useProxy(proxy)
}
