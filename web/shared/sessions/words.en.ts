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
    bound: 'Protected',
    boundMeans: 'This session only works in that browser. A copied token is useless.',
    unknown: 'Unknown device',
    end: 'Sign out',
    endOne: 'Sign out {device}',
    ended: '{device} signed out',
    more: 'Show {count} more',
  },
}
