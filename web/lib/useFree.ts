import { useEffect, useState } from 'react'
import { ApiError } from './errors.ts'

/** In ms. The server limits look-ups, so only a value that has not changed for this long is checked. */
const pause = 500

// The server accepts no look-ups until then. The form gets the final answer on submit anyway.
let quietUntil = 0

/**
 * Whether a name is available, checked while the user types; undefined if unknown. `ask` must be a constant.
 * Empty and malformed names are not checked.
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
