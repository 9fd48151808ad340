import { useState } from 'react'
import { useRefusal } from '../../lib/codes.ts'
import { ApiError } from '../../lib/errors.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as libWords } from '../../lib/words.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { words } from './words.ts'

/** Id of the toast that reports a failed sign-in. A successful sign-in closes the toast. */
export const signInToast = 'sign-in'

/**
 * Converts sign-in errors to messages. A wrong password or code is reported in the form, and also as a toast
 * with the text that the specification requires. Internal errors are shown with the request id. `until` is
 * the time of the next allowed attempt in milliseconds since 1970.
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
      if (code !== 'BAD_INPUT' || message !== fault) return refusal(error)
      toast('err', fault, signInToast)
      return { message: wrong }
    },
  }
}
