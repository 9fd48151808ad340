import type { English } from '../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  proof: {
    title: 'Confirm that it is you',
    reason:
      'You signed in, or confirmed this, more than {minutes} minutes ago. To keep your account safe, please confirm that it is you.',
    'by.password': 'Password',
    'by.code': 'Text message',
    'by.passkey': 'Passkey',
    passkey: 'Press “Confirm and continue”, then confirm by finger, face or the lock of your screen.',
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
