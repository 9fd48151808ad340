import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  factors: {
    title: 'Two-step verification',
    none: 'Signing in then takes an authenticator app or a passkey besides the password, so that a password alone opens nothing to anybody else.',
    passkey: 'Passkey',
    addPasskey: 'Add a passkey',
    passkeyText:
      'Sign in by finger, face, the lock of your screen or a security key. Where the device can, the passkey alone is enough, without a password.',
    passkeyAdded: 'Passkey added',
    passkeyNotHere: 'No passkeys at this address: they take a domain (or localhost) with TLS.',
    passkeyNotThis: 'This browser has no passkeys.',
    totp: 'Authenticator app',
    used: 'used {time}',
    unused: 'not used yet',
    rename: 'Rename',
    remove: 'Remove',
    removeTitle: 'Remove a second factor',
    removeText:
      '“{name}” no longer signs you in. Without any, signing in takes the password alone, and the recovery codes end, too.',
    removed: '“{name}” removed',
    removal:
      'Administrators remove every second factor on {time}. If you did not ask for that, withdraw it now.',
    keep: 'Withdraw',
    kept: 'Withdrawn: your second factors stay',
    recoveryCodes: 'Recovery codes',
    codesLeft: { one: '{count} left', other: '{count} left' },
    fewCodes: 'Few left',
    newCodes: 'New codes',
    newCodesTitle: 'New recovery codes',
    newCodesText: 'The codes that you have now stop working.',
    codesOnce:
      'Shown this one time; each works once. Keep them somewhere safe: they sign you in when your phone is gone.',
    copyCodes: 'Copy',
    saveCodes: 'Download',
    codesKept: 'I have kept them',
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
    nameRule: 'To tell it from others: the phone or the app',
    nameEmpty: 'Name cannot be empty',
    save: 'Save',
  },
}
