import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  auditPage: {
    'title.platform': 'Platform activity',
    'title.tenant': 'Organization activity',
    'title.own': 'Account activity',
    'context.platform': 'Everything done on the platform; it cannot be changed or deleted',
    'context.own': 'Sign-ins, changes, and what concerns you',

    action: 'Action',
    actor: 'By',
    target: 'Target',
    targetPlaceholder: 'Account, device, any ID',
    changes: 'Changes',
    tenant: 'Organization',
    time: 'Time',
    number: 'Entry ID',
    result: 'Result',
    'result.true': 'Succeeded',
    'result.false': 'Failed',
    'group.signIn': 'Signing in',
    'group.account': 'Accounts',
    'group.tenant': 'Organizations',
    'group.member': 'Members and permissions',
    'group.device': 'Devices',
    'group.webhook': 'Webhooks',
    'group.application': 'Applications',
    'group.export': 'Export and import',

    sides: 'What to show',
    'side.account': 'Account',
    'side.by': 'By me',
    'side.about': 'About me',

    onlyActor: 'Only by them',
    onlyTarget: 'Only this',
    emptyTitle: 'Nothing recorded yet',
    emptyText: 'Sign-ins and changes appear here as they happen.',
  },
}
