import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  guard: {
    personal: 'your personal space',
    notPermitted: 'You don’t have access to “{page}” in {tenant}',
    takenElsewhere: 'You don’t have access to “{page}” in {tenant}. Showing “{other}” instead.',
    entered: 'You don’t have access to “{page}” in {tenant}, so you’ve been switched to {other}',
    foundIn: '“{page}” is empty in {tenant}, so you’ve been switched to {other}',

    which: 'Choose an organization',
    whichText: 'These organizations give you access to “{page}”',
    organizations: 'Organizations with access to this page',
    owner: 'Owner',
    manager: 'Manager',
    member: 'Member',
    devices: { one: '{count} device', other: '{count} devices' },
    last: 'Last used',
    personalText: 'Only visible to you',
    otherAccount: 'Use another account',
    stay: 'Go to the account page instead',
  },
}
