import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  todos: {
    title: 'Needs your attention',
    allMessages: 'All messages',
    more: { one: '{count} more', other: '{count} more' },
    fewer: 'Show fewer',
    none: 'Nothing needs your attention',
    failed: 'Couldn’t load some to-dos',
    reviews: {
      one: '{count} organization request to review',
      other: '{count} organization requests to review',
    },
    reviewsText: 'The oldest is from {name}, submitted {time}',
    reviewsBrief: 'Oldest: {date}',
    review: 'Review',
    renew: 'Renew',
    rejected: 'The request for {name} was rejected',
    mend: 'Edit and resubmit',
    view: 'View',
    expired: '{name} has expired',
    expires: '{name} expires on {date}',
    askForTime:
      'After that, members can only view the organization. Ask a platform administrator to extend it.',
    devices: {
      one: '{count} device expires within 30 days',
      other: '{count} devices expire within 30 days',
    },
    devicesFirst: 'First: {name}, on {date}',
    devicesBrief: 'First on {date}',
    lost: {
      one: '{count} device offline over 24 hours',
      other: '{count} devices offline over 24 hours',
    },
    lostFirst: 'Latest: {name}, last seen {time}',
    lostBrief: 'Latest {time}',
    of: '{tenant}: {text}',
    refused: { one: '{count} device was refused', other: '{count} devices were refused' },
    refusedText: 'Wrong credential, or no credential',
    newcomer: 'You’re not in an organization yet',
    newcomerText: 'Devices and members belong to organizations',
    join: 'Join an organization',
  },
}
