import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  firstRun: {
    join: 'Join with an invitation',
    joinText: 'Your colleagues are here already: paste the code or link they sent you, and confirm.',
    hint: 'You get it from an owner or manager of the organization',
    invites: '{name} invites you to become a member',
    invited: 'You are invited to become a member',
    mayView: 'can view its devices',
    until: 'Valid until {time}',
    untilFor: {
      one: 'Valid until {time}, for {count} more person',
      other: 'Valid until {time}, for {count} more people',
    },

    apply: 'Apply for an organization',
    applyText: 'Create one for your company or institution; you will be its owner.',
    fill: 'Fill in the details',
    fillText: 'Name, areas and contact',
    fillTime: 'about 3 minutes',
    review: 'The platform reviews it',
    reviewText: 'You are told by message and SMS; what is rejected can be corrected and submitted again',
    usualHour: 'usually within 1 hour',
    usualHours: { one: 'usually {count} hour', other: 'usually {count} hours' },
    usualDays: { one: 'usually {count} day', other: 'usually {count} days' },
    begin: 'Invite members',
    beginText: 'As soon as it is approved. The platform registers devices and assigns them to you',
    beginTime: 'about 10 minutes',
    start: 'Start',
    applied: 'Your application',
    another: 'Apply for another',
  },
}
