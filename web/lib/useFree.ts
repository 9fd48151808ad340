import { useEffect, useState } from 'react'
import { ApiError } from './errors.ts'

/** Debounce in ms, because the server limits the number of availability checks. */
const pause = 500

// The server rejects availability checks by the viewer until this time, so the console sends no checks until
// then. The server checks the name again when the form is submitted.
let quietUntil = 0

/**
 * Checks while the user types whether a name is available. Returns undefined if that is unknown. An empty
 * name is not checked. `ask` must be referentially stable.
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
