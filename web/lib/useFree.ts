import { useEffect, useState } from 'react'
import { ApiError } from './errors.ts'

/** Look-ups are counted: only what has stood still this long, in ms, is asked about. */
const pause = 500

// Until then the server wants no more look-ups; the final answer comes when the form is sent anyway.
let quietUntil = 0

/**
 * Whether a name is free, asked while it is typed; undefined where that is not known. `ask` is a constant; '' and
 * what is not well formed are not asked about.
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
