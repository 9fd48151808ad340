import { useEffect, useState } from 'react'
import { post } from '../../lib/api.ts'
import { ApiError } from '../../lib/errors.ts'

/** Look-ups are counted: only what has stood still this long, in ms, is asked about. */
const pause = 500

// Until then the server wants no more look-ups; the final answer comes with the registration anyway.
let quietUntil = 0

/** Whether a well-formed user name is free, asked while it is typed; undefined where that is not known. */
export function useUsernameFree(username: string): 'Checking' | 'Free' | 'Taken' | undefined {
  const [answer, setAnswer] = useState<{ username: string; available: boolean }>()
  const [asked, setAsked] = useState('')

  useEffect(() => {
    if (!username || Date.now() < quietUntil) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      setAsked(username)
      try {
        const body = { loginId: username }
        const { available } = await post<{ available: boolean }>('/CheckLoginId', body, abort.signal)
        setAnswer({ username, available })
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
  }, [username])

  if (!username) return undefined
  if (answer?.username === username) return answer.available ? 'Free' : 'Taken'
  return asked === username ? 'Checking' : undefined
}
