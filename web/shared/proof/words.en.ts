import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  proof: {
    title: 'Confirm it’s you',
    reason:
      'It’s been more than {minutes} minutes since you signed in or confirmed your identity. To protect your account, confirm it’s you.',
    'by.password': 'Password',
    'by.code': 'SMS code',
    'by.passkey': 'Passkey',
    passkey: 'Click “Confirm and continue”, then use your fingerprint, face or screen lock.',
    'by.totp': 'Authenticator app',
    'by.recovery': 'Recovery code',
    totp: 'Code',
    recovery: 'Recovery code',
    recoveryEmpty: 'Enter a recovery code',
    password: 'Password',
    code: 'Verification code',
    codeTo: 'The code is sent to {phone}',
    submit: 'Confirm and continue',
    none: 'This account has no password, phone number or second factor. Sign in again and repeat this action within {minutes} minutes.',
    leave: 'Sign out and sign in again',
  },
}
