import type { English } from './texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  lib: {
    failed: 'An error occurred',
    unavailable: 'The service is not available right now, please try again',
    tooLargeForProxy:
      'The file is larger than the proxy allows. Ask your administrator to raise the upload limit.',
    unreachable: 'The server cannot be reached. Check the network and try again.',
    loginFailed: 'Login error, refresh and try again',
    usernameEmpty: 'Username cannot be empty',
    passwordEmpty: 'Password cannot be empty',
    passkeyNone: 'No passkey was used: try again, or go on in another way',
    passkeyThere: 'This device has a passkey of this account already',
    passwordRule: '{min} to {max} characters, not a common password',
    reveal: 'Show password',
    phoneEmpty: 'Phone number cannot be empty',
    phoneShort: {
      one: 'A number has 11 digits: {count} is missing',
      other: 'A number has 11 digits: {count} are missing',
    },
    phoneLong: 'A number has 11 digits: {count} too many',
    codeEmpty: 'Verification code cannot be empty',
    codeShort: 'The code has 6 digits',
    codeRule: '6 digits, valid for 5 minutes',
    codeSend: 'Send code',
    codeWait: 'Resend in {wait}',
    codeSentTo: 'Sent to {to}, valid for 5 minutes',
    tooOften: 'Too many attempts. Try again later. {wait}',
    seconds: '{count} s',
    minutes: '{count} min',
    hours: '{count} h',
    now: 'just now',
    today: 'today {time}',
  },
}
