import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  signIn: {
    title: 'Sign in to {product}',
    context: 'Manage your account, organizations and devices',
    byPassword: 'Password',
    byCode: 'Phone code',
    byPasskey: 'Sign in with a passkey',
    account: 'Account',
    accountRule: 'User name or phone number',
    password: 'Password',
    phone: 'Phone number',
    code: 'Verification code',
    submit: 'Sign in',
    submitOn: 'Sign in and continue',
    forgot: 'Forgot password',
    noAccount: 'No account yet?',
    continueTo: 'Continue to {name}',
    returnsTo: 'Returns to {host}',
    leaveApplication: 'Return without signing in',
    toRegister: 'Register with your phone',
    haveAccount: 'Already have an account?',
    toSignIn: 'Back to sign-in',
    welcome: 'Welcome to use',
    takenBack: 'Welcome back. Your account is no longer being closed',
    accountClosing:
      'Your account is being closed and will be deleted in {days} days. Sign in before then to keep it.',
    wrongPassword: 'Wrong account or password',
    wrongCode: 'Wrong phone number or code',
    faultNumber: '{fault} (request {id})',
    consent: 'I have read and accept the ',
    consentAnd: ' and the ',
    consentChanged: 'The terms have changed. ',
    agreed: 'You agreed to the ',
    agreedVersion: ' version {version}',
    consentNeeded: 'Please read and accept the user agreement and the privacy policy first',
    terms: 'User Agreement',
    privacy: 'Privacy Policy',
    'forget.done':
      'Password reset. The account is signed out on all devices; please sign in with the new password.',
  },
}
