import type { English } from '../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  shell: {
    product: 'User center',

    cancel: 'Cancel',
    close: 'Close',
    copied: 'Copied',
    notCopied: 'Could not copy; please select the text and copy it',
    retry: 'Retry',
    notLoaded: 'Did not load',
    notLoadedOffline: 'You are offline. It opens by itself once you are back',
    moreOf: 'More actions for {name}',
    request: 'Request {id}',

    offline: 'You are offline. What is on the page stays; all goes on once you are back',
    offlinePage: 'You are offline, so this page cannot be opened. Try again once you are back',

    working: 'Verifying…',
    skip: 'Skip to content',
    home: 'Home',
    openSettings: 'Settings',
    menuLoading: 'Loading the menu',
    menuLoaded: 'Menu loaded',
    menuFailed: 'The menu could not be loaded.',

    language: 'Language',
    languageChanged: 'The language is now English',
    languageFailed: 'The language could not be changed. Check the network and try again.',
    toDark: 'Switch to dark mode',
    toLight: 'Switch to light mode',

    tenantLost: 'You are no longer in {name} and are back in your personal space',
    rightsChanged: 'Your permissions in {name} have changed',
    confirmed: '{name} has been approved',
    expired: '{name} has expired and can only be viewed',

    signedOut: 'You have signed out',
    sessionOver: 'Your sign-in has ended. Please sign in again',
    signedOutLocally:
      'You have signed out of this browser. The server could not be reached: end the session from the account page after your next sign-in.',

    notFoundText: 'The address may be wrong, or the page has moved.',
    toHome: 'Back to home',
    noAnswer: 'The server has not answered. Please sign in again',
    unansweredTitle: 'The server does not answer',
    unansweredText:
      'Retrying for up to {count} seconds. After that you need to sign in again, and come back to this page',
    signInAnew: 'Sign in again',
    failedTitle: 'The page could not be loaded',
    failedText: 'Please try again',
    kept: 'Nothing was lost: you stay signed in',
  },
}
