import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  device: {
    title: 'Connect a device',
    text: 'Enter the code on the device’s screen, or scan its QR code',
    code: 'Device code',
    next: 'Next',
    scan: 'Scan',
    scanTitle: 'Scan the QR code',
    scanText:
      'Point the camera at the QR code on the device. Check the code before you submit it.',
    'scan.foreign': 'This isn’t a device sign-in QR code',
    'scan.refused':
      'No camera permission. Allow this site to use the camera, or enter the code.',
    'scan.broken': 'The camera can’t be used. Enter the code.',
    incomplete: 'Enter all 8 letters',
    unknown: 'Unknown or expired code. Check the device’s screen.',
    left: 'Correct. Valid for {minutes} min.',
    asks: '{name} wants to sign in',
    own: 'First-party application',
    other: 'Third-party application',
    device: 'Device',
    nameless: 'Unnamed device',
    warning: 'Only allow this if the device is in front of you. If someone sent you the code, decline.',
    organization: 'Organization',
    personal: 'Personal space',
    noOrganization: 'None of your organizations has access to this application',
    may: 'It will be able to',
    as: 'Signs in as {name}',
    otherAccount: 'Use another account',
    decline: 'Decline',
    allow: 'Allow',
    allowedTitle: 'Allowed. Check the device’s screen.',
    allowedText: 'The device will sign in within seconds. You can close this page.',
    declinedTitle: 'Declined',
    declinedText: 'The device isn’t signed in. You can close this page.',
  },
}
