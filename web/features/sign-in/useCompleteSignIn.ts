import { useRouter } from '@tanstack/react-router'
import { isUnanswered } from '../../lib/errors.ts'
import type { Tokens } from '../../lib/session/api.ts'
import { abandonSession, signIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { closeToast, toast } from '../../ui/feedback/toast.ts'
import { signInToast } from './useSignInRefusal.ts'
import { words } from './words.ts'

/**
 * Returns a function that stores the tokens and loads the account. The navigation guard then opens the page
 * that the user requested.
 */
export function useCompleteSignIn() {
  const router = useRouter()
  const t = useTexts(words)
  return async (tokens: Tokens) => {
    try {
      await signIn(tokens)
    } catch (error) {
      // If the server does not respond, the navigation guard tries again. After any other error, the session
      // is discarded.
      if (isUnanswered(error)) return router.invalidate()
      abandonSession()
      throw error
    }
    closeToast(signInToast)
    toast('ok', t(tokens.account_taken_back ? 'takenBack' : 'welcome'), 'welcome', { corner: true })
    const { identity_linked: linked } = tokens
    if (linked !== undefined) toast(linked ? 'ok' : 'err', t(linked ? 'linked' : 'notLinked'))
    await router.invalidate()
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set by the navigation that follows a password reset. */
    passwordReset?: true
    /** Set by the navigation that follows the closing of an account. */
    accountClosing?: true
  }
}
