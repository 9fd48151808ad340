import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  factors: {
    title: 'Two-step verification',
    none: 'Adds a second step after your password: an authenticator app or a passkey. A stolen password alone is then not enough to sign in.',
    passkey: 'Passkey',
    addPasskey: 'Add passkey',
    passkeyText:
      'Sign in with your fingerprint, face, screen lock or a security key. On supported devices you don’t need a password.',
    passkeyAdded: 'Passkey added',
    passkeyNotHere: 'Passkeys don’t work at this address. They need a domain (or localhost) and HTTPS.',
    passkeyNotThis: 'This browser doesn’t support passkeys.',
    totp: 'Authenticator app',
    used: 'used {time}',
    unused: 'not used yet',
    rename: 'Rename',
    remove: 'Remove',
    removeTitle: 'Remove second factor',
    removeText: 'You won’t be able to sign in with “{name}” anymore.',
    removeLast:
      'This is your last second factor. Without it, your password alone signs you in and your recovery codes stop working.',
    removed: '“{name}” removed',
    removal:
      'Administrators will remove all your second factors on {time}. If you didn’t ask for this, withdraw it now.',
    keep: 'Withdraw',
    kept: 'Withdrawn. Your second factors are unchanged.',
    recoveryCodes: 'Recovery codes',
    codesLeft: { one: '{count} left', other: '{count} left' },
    fewCodes: 'Few left',
    newCodes: 'Generate new codes',
    newCodesTitle: 'Generate new recovery codes',
    newCodesText: 'Your current codes will stop working.',
    codesOnce:
      'Your recovery codes are shown only once, and each works once. Store them safely: you can sign in with them if you lose your phone.',
    copyCodes: 'Copy',
    saveCodes: 'Download',
    codesKept: 'I’ve saved them',
    addTotp: 'Add authenticator app',
    add: 'Add',
    addAny: 'Add second factor',
    added: 'Authenticator app added',
    qr: 'QR code for the authenticator app',
    scan: 'Scan this with your authenticator app, then enter the 6-digit code.',
    cannotScan: 'Can’t scan? Enter this key:',
    copySecret: 'Copy key',
    code: 'Code',
    name: 'Name',
    nameRule: 'For example, the phone or app name',
    nameEmpty: 'Enter a name',
    save: 'Save',
  },
}
