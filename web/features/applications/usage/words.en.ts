import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  applicationUsage: {
    signIns: 'Sign-ins',
    tokens: 'Tokens',
    unit: 'last 30 days, per day',
    signedIn: 'Succeeded {count}',
    failed: 'Failed {count}, {share}',
    day: 'Day',
    succeeded: 'Succeeded',
    refused: 'Failed',
    dayText: '{signedIn} succeeded, {failed} failed',
    'nobody.signIns': 'Nobody has signed in within 30 days',
    'nobody.tokens': 'No tokens were obtained within 30 days',
    notLoaded: 'The usage could not be loaded',
    loading: 'Loading the usage',
    errors: 'Recent errors',
    noErrors: 'No errors within 30 days',
    times: { one: '{count} time', other: '{count} times' },
    'error.REDIRECT_URI': 'Redirect address not registered',
    'error.POST_LOGOUT_REDIRECT_URI': 'Address after signing out not registered',
    'error.DISABLED': 'The application is disabled',
    'error.CLIENT_AUTHENTICATION': 'Client authentication failed: a wrong secret or signature',
    'error.PKCE':
      'PKCE missing or wrong: the sign-in needs a code_challenge (S256), the exchange its code_verifier',
    'error.CODE': 'Invalid code: unknown, expired, or of another application',
    'error.CODE_USED': 'The code was used before; the tokens that it gave are revoked',
    'error.REFRESH_TOKEN': 'Invalid refresh token: expired, replaced or withdrawn',
    'error.SCOPE': 'Scope not registered',
    'error.RESOURCE': 'Resource not registered',
    'error.GRANT_TYPE': 'Not for this kind of application',
    'error.ORIGIN': 'Origin not registered',
    'error.PROOF': 'Invalid DPoP proof, or one that was used before',
    'error.REQUEST': 'Invalid request',
  },
}
