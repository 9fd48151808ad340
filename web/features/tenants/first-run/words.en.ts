import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  firstRun: {
    join: 'Join with invite code',
    joinText: 'Your colleagues are already here? Paste the code or link they sent you.',
    hint: 'Owners and managers of the organization can give you one',
    invites: '{name} invites you to join',
    invited: 'You’re invited to join',
    mayView: 'can view its devices',
    until: 'Valid until {time}',
    untilFor: {
      one: 'Valid until {time}, for {count} more person',
      other: 'Valid until {time}, for {count} more people',
    },

    apply: 'Apply for an organization',
    applyText: 'Create one for your company or institution. You’ll be its owner.',
    fill: 'Fill in the details',
    fillText: 'Name, areas and contact',
    fillTime: 'About 3 minutes',
    review: 'The platform reviews it',
    reviewText: 'You’ll be notified by message and SMS. You can correct and resubmit a rejected request.',
    usualHour: 'Usually within an hour',
    usualHours: { one: 'Usually {count} hour', other: 'Usually {count} hours' },
    usualDays: { one: 'Usually {count} day', other: 'Usually {count} days' },
    begin: 'Invite members',
    beginText: 'Start as soon as it’s approved. The platform adds devices and assigns them to you.',
    beginTime: 'About 10 minutes',
    start: 'Start',
    applied: 'Your request',
    another: 'Apply for another',
  },
}
