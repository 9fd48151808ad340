/** Time before its expiry at which a token is replaced, in milliseconds. */
const margin = 300_000

interface AppToken {
  value: string
  /** Lifetime in seconds. */
  expiresIn: number
}

/** Caches the access token of an application, because providers limit how often it can be requested. */
export function createAppToken(request: () => Promise<AppToken>) {
  let cached: { value: Promise<string>; until: number } | undefined
  const forget = () => {
    cached = undefined
  }

  return {
    get(): Promise<string> {
      if (cached && performance.now() < cached.until) return cached.value
      const value = request().then((token) => {
        const usable = token.expiresIn * 1_000 - margin
        if (cached?.value === value) cached.until = performance.now() + Math.max(0, usable)
        return token.value
      })
      cached = { value, until: Number.POSITIVE_INFINITY }
      value.catch(() => {
        if (cached?.value === value) forget()
      })
      return value
    },
    /** Must be called when the provider rejects the token. */
    forget,
  }
}
