import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  device: {
    title: 'Connect a device',
    text: 'Enter the code on its screen, or scan its QR code with your camera',
    code: 'Device code',
    next: 'Next',
    scan: 'Scan',
    scanTitle: 'Scan the QR code',
    scanText:
      'Point the camera at the QR code on the device’s screen. Its code is filled in; you check and send it.',
    'scan.foreign': 'This is not the QR code of a device that signs in',
    'scan.refused':
      'No permission to use the camera. Allow this site to use it in your browser, or enter the code',
    'scan.broken': 'The camera cannot be used: enter the code',
    incomplete: 'A code has 8 letters',
    unknown: 'This code does not exist or has expired. Compare it with the screen',
    left: 'Correct; valid for {minutes} min',
    asks: '{name} wants to sign in',
    own: 'One of the platform’s own applications',
    other: 'Not one of this platform’s own applications',
    device: 'Device',
    nameless: 'A device without a name',
    warning: 'Allow only if this screen is in front of you. If somebody sent you the code, decline.',
    organization: 'In which organization',
    personal: 'Personal space',
    noOrganization: 'None of your organizations may use this application',
    may: 'It will be able to',
    as: 'Signs in as {name}',
    otherAccount: 'Use another account',
    decline: 'Decline',
    allow: 'Allow',
    allowedTitle: 'Done, look at the screen',
    allowedText: 'The device signs in within seconds. You may close this page.',
    declinedTitle: 'Declined',
    declinedText: 'The device is not signed in. You may close this page.',
  },
}
