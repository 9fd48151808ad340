import { useEffect, useState } from 'react'
import { ApiError } from './errors.ts'

/** Debounce in ms, because the server limits the number of availability checks. */
const pause = 500

// Until this time the server accepts no availability checks from the viewer. When the form is submitted, the
// server checks the name in any case.
let quietUntil = 0

/**
 * Returns whether a name is available, checked while the user types, or undefined if unknown. An empty name
 * is not checked. `ask` must be referentially stable.
 */
export function useFree(
  name: string,
  ask: (name: string, signal: AbortSignal) => Promise<boolean>,
): 'Checking' | 'Free' | 'Taken' | undefined {
  const [answer, setAnswer] = useState<{ name: string; free: boolean }>()
  const [asked, setAsked] = useState('')

  useEffect(() => {
    if (!name || Date.now() < quietUntil) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      setAsked(name)
      try {
        setAnswer({ name, free: await ask(name, abort.signal) })
      } catch (error) {
        if (abort.signal.aborted) return
        if (error instanceof ApiError && error.retryAfter) quietUntil = Date.now() + error.retryAfter * 1000
      }
      setAsked('')
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [name, ask])

  if (!name) return undefined
  if (answer?.name === name) return answer.free ? 'Free' : 'Taken'
  return asked === name ? 'Checking' : undefined
}
