import { useRouter } from '@tanstack/react-router'
import { isUnanswered } from '../../lib/errors.ts'
import type { Tokens } from '../../lib/session/api.ts'
import { abandonSession, signIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { closeToast, toast } from '../../ui/feedback/toast.ts'
import { signInToast } from './useSignInRefusal.ts'
import { words } from './words.ts'

/** Stores the tokens, loads the account, and lets the guard continue to the requested page. */
export function useCompleteSignIn() {
  const router = useRouter()
  const t = useTexts(words)
  return async (tokens: Tokens) => {
    try {
      await signIn(tokens)
    } catch (error) {
      // Without an answer, the guard keeps waiting. Any answer without an account signs out.
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
    /** Set by the page that has just reset the password. */
    passwordReset?: true
    /** Set by the page that has just closed the account. */
    accountClosing?: true
  }
}
