import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  todos: {
    title: 'Needs your attention',
    allMessages: 'All messages',
    more: { one: '{count} more', other: '{count} more' },
    fewer: 'Show fewer',
    none: 'Nothing needs your attention',
    failed: 'Some of what needs your attention could not be loaded',
    reviews: {
      one: '{count} application to review',
      other: '{count} applications to review',
    },
    reviewsText: 'The oldest is from {name}, submitted {time}',
    reviewsBrief: 'The oldest is of {date}',
    review: 'Review',
    renew: 'Renew',
    rejected: 'The application for {name} was rejected',
    mend: 'Edit and resubmit',
    view: 'View',
    expired: '{name} has expired',
    expires: '{name} expires on {date}',
    askForTime: 'Members can then only view it. Ask a platform administrator to extend it.',
    devices: {
      one: '{count} device expires within 30 days',
      other: '{count} devices expire within 30 days',
    },
    devicesFirst: 'the first is {name}, on {date}',
    devicesBrief: 'The first on {date}',
    lost: {
      one: '{count} device offline over 24 hours',
      other: '{count} devices offline over 24 hours',
    },
    lostFirst: 'the latest is {name}, last seen {time}',
    lostBrief: 'The latest {time}',
    of: '{tenant}: {text}',
    refused: {
      one: '{count} device refused to connect',
      other: '{count} devices refused to connect',
    },
    refusedText: 'Wrong credential, or none yet',
    newcomer: 'You belong to no organization yet',
    newcomerText: 'Devices and members belong to organizations',
    join: 'Join one',
  },
}
