import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  guard: {
    personal: 'your personal space',
    notPermitted: 'You may not open “{page}” in {tenant}',
    takenElsewhere: 'You may not open “{page}” in {tenant}, so “{other}” is shown',
    entered: 'You may not open “{page}” in {tenant}, so you are now in {other}',
    foundIn: '“{page}” is empty in {tenant}, so you are now in {other}',

    which: 'Which organization?',
    whichText: 'You may open “{page}” in these organizations',
    organizations: 'Organizations that open this page',
    owner: 'Owner',
    manager: 'Manager',
    member: 'Member',
    devices: { one: '{count} device', other: '{count} devices' },
    last: 'Last used',
    personalText: 'Only you can see it',
    otherAccount: 'Use another account',
    stay: 'Go to the account page instead',
  },
}
