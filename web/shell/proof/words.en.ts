import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  proof: {
    title: 'Confirm that it is you',
    reason:
      'You signed in, or confirmed this, more than {minutes} minutes ago. To keep your account safe, please confirm that it is you.',
    byPassword: 'Password',
    byCode: 'Text message',
    password: 'Password',
    code: 'Verification code',
    codeTo: 'The code is sent to your phone {phone}',
    submit: 'Confirm and continue',
  },
}
