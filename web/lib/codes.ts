import { useState } from 'react'
import { ApiError } from './errors.ts'
import { useTexts } from './texts.ts'
import { type CodePurpose, useCooldown } from './time/cooldown.ts'
import { words } from './words.ts'

/** Both in seconds, as returned by /RegisterCode and sendEmailCode. */
export interface SentCode {
  expiresIn: number
  resendAfter: number
}

/**
 * Requests verification codes and counts down to the next one. `input` holds the props of CodeInput, `rule`
 * is the text below it, and `send` rejects with the error of `ask`. `to` is the masked target, or '' if none
 * exists yet.
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

/** Formats a wait: in seconds up to two minutes, then in minutes, then in hours. */
export function useWaitWords() {
  const t = useTexts(words)
  return (seconds: number) => {
    if (seconds <= 120) return t('seconds', { count: seconds })
    if (seconds <= 7200) return t('minutes', { count: Math.ceil(seconds / 60) })
    return t('hours', { count: Math.ceil(seconds / 3600) })
  }
}

/** Returns what a form shows for a failed call. See ui/fields/form.ts. */
export function useRefusal() {
  const t = useTexts(words)
  const wait = useWaitWords()
  return (error: unknown) => {
    if (!(error instanceof ApiError)) {
      // A bug in the console. Log it, because the form goes on.
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
