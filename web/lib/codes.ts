import { useState } from 'react'
import { ApiError } from './errors.ts'
import { useTexts } from './texts.ts'
import { type CodePurpose, useCooldown } from './time/cooldown.ts'
import { words } from './words.ts'

/**
 * Response of /RegisterCode and sendEmailCode. Both values are in seconds: until the verification code
 * expires, and until the next code can be requested.
 */
export interface SentCode {
  expiresIn: number
  resendAfter: number
}

/**
 * Requests verification codes and counts down until the next code can be requested. `to` is the masked
 * recipient, or '' if the recipient is not known yet. In the result, `input` contains props of CodeInput, and
 * `rule` is the text below the input. `send` takes the function that requests the code, and rejects with its
 * error.
 */
export function useCodeSending(purpose: CodePurpose, to: string) {
  const t = useTexts(words)
  const wait = useWaitWords()
  const cooldown = useCooldown(purpose, to)
  const [sending, setSending] = useState(false)

  async function send(ask: () => Promise<SentCode>) {
    setSending(true)
    try {
      cooldown.start(await ask())
    } catch (error) {
      const seconds = error instanceof ApiError && error.code === 'RATE_LIMITED' && error.retryAfter
      if (seconds) cooldown.start({ resendAfter: seconds, expiresIn: 0 })
      throw error
    } finally {
      setSending(false)
    }
  }

  return {
    send,
    rule: cooldown.sentTo ? t('codeSentTo', { to: cooldown.sentTo }) : t('codeRule'),
    input: {
      sending,
      secondsLeft: cooldown.left,
      sendWords: t('codeSend'),
      waitWords: t('codeWait', { wait: wait(cooldown.left) }),
    },
  }
}

/**
 * Returns a function that formats a waiting time: in seconds up to two minutes, in minutes up to two hours,
 * otherwise in hours.
 */
export function useWaitWords() {
  const t = useTexts(words)
  return (seconds: number) => {
    if (seconds <= 120) return t('seconds', { count: seconds })
    if (seconds <= 7200) return t('minutes', { count: Math.ceil(seconds / 60) })
    return t('hours', { count: Math.ceil(seconds / 3600) })
  }
}

/**
 * Returns a function that converts the error of a failed call to the error texts of a form (see
 * ui/fields/form.ts).
 */
export function useRefusal() {
  const t = useTexts(words)
  const wait = useWaitWords()
  return (error: unknown) => {
    if (!(error instanceof ApiError)) {
      // The error is a bug in the console. It is logged, because the form only shows a general message.
      console.error(error)
      return { message: t('failed') }
    }
    const tooOften = error.code === 'RATE_LIMITED' && error.retryAfter
    return {
      message: tooOften ? t('tooOften', { wait: wait(tooOften) }) : error.message,
      fields: error.fields,
    }
  }
}
