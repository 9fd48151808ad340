import type { English } from './texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  lib: {
    failed: 'An error occurred',
    unavailable: 'The service is unavailable. Try again later.',
    tooLargeForProxy:
      'The file is larger than the proxy allows. Ask your administrator to raise the upload limit.',
    unreachable: 'Can’t reach the server. Check your network and try again.',
    loginFailed: 'Couldn’t sign you in. Refresh and try again.',
    usernameEmpty: 'Enter a username',
    passwordEmpty: 'Enter a password',
    passkeyNone: 'The passkey wasn’t used. Try again or use another method.',
    passkeyThere: 'This device already has a passkey for this account',
    passwordRule: '{min} to {max} characters, not a common password',
    reveal: 'Show password',
    phoneEmpty: 'Enter a phone number',
    phoneShort: {
      one: 'Enter an 11-digit number. {count} digit is missing.',
      other: 'Enter an 11-digit number. {count} digits are missing.',
    },
    phoneLong: {
      one: 'Enter an 11-digit number. Remove {count} digit.',
      other: 'Enter an 11-digit number. Remove {count} digits.',
    },
    codeEmpty: 'Enter the verification code',
    codeShort: 'Enter the 6-digit code',
    codeRule: '6 digits, valid for 5 minutes',
    codeSend: 'Send code',
    codeWait: 'Resend in {wait}',
    codeSentTo: 'Sent to {to}, valid for 5 minutes',
    tooOften: 'Too many attempts. Try again in {wait}.',
    seconds: '{count} s',
    minutes: '{count} min',
    hours: '{count} h',
    now: 'just now',
    today: 'today {time}',
  },
}
