import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  factors: {
    title: 'Two-step verification',
    none: 'Adds a step after the password: an authenticator app or a passkey. A stolen password alone then signs nobody in.',
    passkey: 'Passkey',
    addPasskey: 'Add a passkey',
    passkeyText:
      'Sign in with your fingerprint, face, screen lock or a security key. Where the device can, the passkey alone is enough, without a password.',
    passkeyAdded: 'Passkey added',
    passkeyNotHere: 'Passkeys do not work at this address: they need a domain (or localhost) and HTTPS.',
    passkeyNotThis: 'This browser does not support passkeys.',
    totp: 'Authenticator app',
    used: 'used {time}',
    unused: 'not used yet',
    rename: 'Rename',
    remove: 'Remove',
    removeTitle: 'Remove a second factor',
    removeText: '“{name}” will no longer sign you in.',
    removeLast:
      'It is your last second factor: signing in will take the password alone, and the recovery codes stop working.',
    removed: '“{name}” removed',
    removal:
      'Administrators will remove all second factors on {time}. If you did not ask for that, withdraw it now.',
    keep: 'Withdraw',
    kept: 'Withdrawn: your second factors stay',
    recoveryCodes: 'Recovery codes',
    codesLeft: { one: '{count} left', other: '{count} left' },
    fewCodes: 'Few left',
    newCodes: 'New codes',
    newCodesTitle: 'New recovery codes',
    newCodesText: 'The codes that you have now stop working.',
    codesOnce:
      'Shown only once; each works once. Keep them somewhere safe: they sign you in if you lose your phone.',
    copyCodes: 'Copy',
    saveCodes: 'Download',
    codesKept: 'I have saved them',
    addTotp: 'Add an authenticator app',
    add: 'Add',
    addAny: 'Add a second factor',
    added: 'Authenticator app added',
    qr: 'QR code for the authenticator app',
    scan: 'Scan this with your authenticator app, then enter the 6 digits that it shows.',
    cannotScan: 'Cannot scan? Enter the key by hand:',
    copySecret: 'Copy the key',
    code: 'Code',
    name: 'Name',
    nameRule: 'To tell it apart: the phone or the app',
    nameEmpty: 'Name cannot be empty',
    save: 'Save',
  },
}
