import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  proof: {
    title: 'Confirm that it is you',
    reason:
      'You signed in or confirmed your identity more than {minutes} minutes ago. To protect your account, please confirm that it is you.',
    'by.password': 'Password',
    'by.code': 'Text message',
    'by.passkey': 'Passkey',
    passkey: 'Press “Confirm and continue”, then use your fingerprint, face or screen lock.',
    'by.totp': 'App',
    'by.recovery': 'Recovery code',
    totp: 'Code',
    recovery: 'Recovery code',
    recoveryEmpty: 'Please enter a recovery code',
    password: 'Password',
    code: 'Verification code',
    codeTo: 'The code is sent to your phone {phone}',
    submit: 'Confirm and continue',
  },
}
