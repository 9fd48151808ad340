import { useState } from 'react'
import { useRefusal } from '../../lib/codes.ts'
import { ApiError } from '../../lib/errors.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as libWords } from '../../lib/words.ts'
import { words } from './words.ts'

/**
 * What the sign-in says of a call that failed. What is wrong is said as that and nothing more; the specification's words
 * for a failed sign-in are for faults, with the number to ask about. `until`: when the next try may be, in ms since 1970.
 */
export function useSignInRefusal(by: 'password' | 'code') {
  const t = useTexts(words)
  const common = useTexts(libWords)
  const refusal = useRefusal()
  const [until, setUntil] = useState<number>()
  const wrong = t(by === 'password' ? 'wrongPassword' : 'wrongCode')
  return {
    until,
    forget: () => setUntil(undefined),
    wrong,
    refusal: (error: unknown) => {
      setUntil(undefined)
      if (!(error instanceof ApiError)) return refusal(error)
      const { code, message, retryAfter, requestId: id } = error
      const fault = common('loginFailed')
      if (code === 'RATE_LIMITED' && retryAfter) setUntil(Date.now() + retryAfter * 1_000)
      if (code === 'INTERNAL' || code === 'BROKEN_ANSWER')
        return { message: id ? t('faultNumber', { fault, id }) : fault }
      return code === 'BAD_INPUT' && message === fault ? { message: wrong } : refusal(error)
    },
  }
}
