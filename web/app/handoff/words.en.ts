import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  handoff: {
    waiting: 'Waiting for sign-in details from the window that opened this page…',
    alone: 'This page is opened by another system',
    aloneText: 'The opening window was not found, or its origin isn’t trusted. You can sign in here instead.',
    silent: 'No sign-in details received',
    silentText: 'The window that opened this page didn’t respond. Try again, or sign in here.',
    refused: 'Invalid sign-in details',
    refusedText:
      'The sign-in details have expired or were already used. Open this page again from the other window.',
    ask: 'Switch to another account?',
    askText: '{name} is signed in here. {origin} sent another sign-in. Continuing signs {name} out.',
    switchAccount: 'Switch account',
    stay: 'Stay signed in',
    toSignIn: 'Go to sign-in',
  },
}
