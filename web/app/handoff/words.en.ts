import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  handoff: {
    waiting: 'Waiting for the window that opened this page to pass its sign-in…',
    alone: 'Another system opens this page',
    aloneText:
      'The window that opened it was not found, or its origin is not trusted. You can sign in yourself.',
    silent: 'No sign-in has arrived',
    silentText: 'The window that opened this page did not answer. Try again, or sign in yourself.',
    refused: 'This sign-in is not valid',
    refusedText: 'It has expired or was used before. Go back to the other window and open this page again.',
    ask: 'Sign in with another account?',
    askText:
      '{name} is signed in here. {origin} has passed another sign-in: continuing ends the current one.',
    goOn: 'Switch account',
    stay: 'Stay signed in',
    toSignIn: 'Go to sign-in',
  },
}
