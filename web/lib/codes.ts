import { useState } from 'react'
import { ApiError } from './errors.ts'
import { useTexts } from './texts.ts'
import { type CodePurpose, useCooldown } from './time/cooldown.ts'
import { words } from './words.ts'

/** Seconds, as /RegisterCode and sendEmailCode answer. */
export interface SentCode {
  expiresIn: number
  resendAfter: number
}

/**
 * Asking for a verification code and waiting for the next, in words: `input` is for CodeInput, `rule` is shown
 * under it, `send` rejects with what `ask` rejected with. `to` is the masked target, '' while there is none.
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

/** Seconds as a person counts them: up to two minutes in seconds, then in minutes, then in hours. */
export function useWaitWords() {
  const t = useTexts(words)
  return (seconds: number) => {
    if (seconds <= 120) return t('seconds', { count: seconds })
    if (seconds <= 7200) return t('minutes', { count: Math.ceil(seconds / 60) })
    return t('hours', { count: Math.ceil(seconds / 3600) })
  }
}

/** What a form shows of a call that failed; see ui/fields/form.ts. */
export function useRefusal() {
  const t = useTexts(words)
  const wait = useWaitWords()
  return (error: unknown) => {
    if (!(error instanceof ApiError)) {
      // A fault of ours: said here, since the form goes on.
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
