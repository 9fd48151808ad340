import type { English } from '../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  shell: {
    product: 'User center',

    cancel: 'Cancel',
    close: 'Close',
    copied: 'Copied',
    notCopied: 'Couldn’t copy. Select the text and copy it.',
    retry: 'Retry',
    notLoaded: 'Couldn’t load',
    notLoadedOffline: 'You’re offline. This page will open when you reconnect.',
    moreOf: 'More actions for {name}',
    request: 'Request {id}',

    offline: 'You’re offline. Your work is kept and will continue when you reconnect.',
    offlinePage: 'You’re offline, so this page can’t be opened. Try again when you reconnect.',

    working: 'Verifying…',
    skip: 'Skip to content',
    home: 'Home',
    openSettings: 'Settings',
    menuLoading: 'Loading the menu',
    menuLoaded: 'Menu loaded',
    menuFailed: 'Couldn’t load the menu.',

    language: 'Language',
    languageChanged: 'Language set to English',
    languageFailed: 'Couldn’t change the language. Check your network and try again.',
    toDark: 'Switch to dark mode',
    toLight: 'Switch to light mode',

    tenantLost: 'You’re no longer in {name}. Switched to your personal space.',
    rightsChanged: 'Your permissions in {name} have changed',
    confirmed: '{name} has been approved',
    expired: '{name} has expired and is now read-only',

    signedOut: 'You’ve signed out',
    sessionOver: 'Your session has ended. Sign in again.',
    signedOutLocally:
      'You’ve signed out of this browser. The server couldn’t be reached, so end the session on your account page after you sign in again.',

    notFoundText: 'The address may be wrong, or the page has moved.',
    toHome: 'Back to home',
    noAnswer: 'The server isn’t responding. Sign in again.',
    unansweredTitle: 'The server isn’t responding',
    unansweredText:
      'Retrying for up to {count} seconds. After that you’ll need to sign in again and will return to this page.',
    signInAnew: 'Sign in again',
    failedTitle: 'Couldn’t load this page',
    failedText: 'Try again.',
    kept: 'You’re still signed in',
  },
}
