import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  attention: {
    title: 'Needs your attention',
    allMessages: 'All messages',
    more: { one: '{count} more', other: '{count} more' },
    none: 'Nothing waits for you',
    failed: 'Not all of what waits could be loaded',
    reviews: {
      one: '{count} application to review',
      other: '{count} applications to review',
    },
    reviewsText: 'The oldest is from {name}, {time}',
    review: 'Review',
    expired: '{name} has expired',
    expires: '{name} expires on {date}',
    askForTime: 'Members can then only view it. Ask a platform administrator to extend it.',
    devices: {
      one: '{count} device expires within 30 days',
      other: '{count} devices expire within 30 days',
    },
    devicesText: '{tenant}; the first is {name}, on {date}',
    toDevices: 'View devices',
  },
}
