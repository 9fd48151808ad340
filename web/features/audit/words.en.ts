import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  auditPage: {
    'title.platform': 'Platform audit log',
    'title.tenant': 'Audit log',
    'title.own': 'My audit log',
    'context.platform': 'Everything done on the platform. It can’t be changed or deleted.',
    'context.own': 'Sign-ins, changes, and actions that concern you',

    action: 'Action',
    actor: 'By',
    target: 'Target',
    targetPlaceholder: 'ID of account, organization or device',
    changes: 'Changes',
    tenant: 'Organization',
    time: 'Time',
    number: 'Entry ID',
    result: 'Result',
    'result.true': 'Succeeded',
    'result.false': 'Failed',
    'group.signIn': 'Sign-in',
    'group.account': 'Accounts',
    'group.tenant': 'Organizations',
    'group.member': 'Members and permissions',
    'group.device': 'Devices',
    'group.webhook': 'Webhooks',
    'group.application': 'Applications',
    'group.export': 'Export and import',

    sides: 'Scope',
    'side.account': 'Account',
    'side.by': 'By me',
    'side.about': 'About me',

    onlyActor: 'Filter by this person',
    onlyTarget: 'Filter by this object',
    emptyTitle: 'No entries yet',
    emptyText: 'Sign-ins and changes appear here as they happen.',
  },
}
