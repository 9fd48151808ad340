import { useRouter } from '@tanstack/react-router'
import { isUnanswered } from '../../lib/errors.ts'
import type { Tokens } from '../../lib/session/api.ts'
import { abandonSession, signIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { closeToast, toast } from '../../ui/feedback/toast.ts'
import { signInToast } from './useSignInRefusal.ts'
import { words } from './words.ts'

/** Takes what the token endpoint gave, loads the account and lets the guard lead on to the wanted page. */
export function useEnter() {
  const router = useRouter()
  const t = useTexts(words)
  return async (tokens: Tokens) => {
    try {
      await signIn(tokens)
    } catch (error) {
      // Nothing answers: the guard waits for it. Any answer without an account is a sign-out.
      if (isUnanswered(error)) return router.invalidate()
      abandonSession()
      throw error
    }
    closeToast(signInToast)
    toast('ok', t(tokens.account_taken_back ? 'takenBack' : 'welcome'), 'welcome', { corner: true })
    await router.invalidate()
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Told to the sign-in page by the one that has just set a new password. */
    passwordReset?: true
    /** Told by the page that has just closed the account. */
    accountClosing?: true
  }
}
