import type { Locale } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type OutgoingProxy, useProxy } from './proxy.ts'

/** Settings that apply to the whole process. They are set once, before the server answers requests. */
interface Defaults {
  /** Seconds. `idle` and `adminIdle` count from the last use of a session, `absolute` from its beginning. */
  sessions: { idle: number; absolute: number; adminIdle: number }
  /** The language of answers if the caller requests none. */
  defaultLocale: Locale
  /** The IANA time zone for calls that do not name one. */
  defaultTimeZone: string
  /** Whether people can create accounts themselves. */
  selfRegistration: boolean
}

export const defaults: Defaults = {
  sessions: { ...limits.session },
  defaultLocale: 'zh-CN',
  defaultTimeZone: 'UTC',
  selfRegistration: true,
}

/** Applies the defaults and the proxy of a Config to the process. */
export function setDefaults({ proxy, ...config }: Defaults & { proxy: OutgoingProxy | null }): void {
  const { sessions, defaultLocale, defaultTimeZone, selfRegistration } = config
  Object.assign(defaults, { sessions, defaultLocale, defaultTimeZone, selfRegistration })
  useProxy(proxy)
}
