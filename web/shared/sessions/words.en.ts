import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  sessions: {
    device: 'Device',
    ip: 'IP',
    started: 'Signed in',
    lastUse: 'Last active',
    actions: 'Actions',
    this: 'This device',
    bound: 'Bound to browser',
    boundMeans: 'The sign-in works in that browser only: a copy of it is useless',
    unknown: 'Unknown device',
    end: 'Sign out',
    endOne: 'Sign out {device}',
    ended: '{device} is signed out',
    more: 'Show {count} more',
  },
}
