import type { English } from '../texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  titles: {
    'page.login': 'Sign in',
    'page.register': 'Register',
    'page.forget': 'Reset password',
    'page.terms': 'User agreement',
    'page.privacy': 'Privacy policy',
    'page.notFound': 'Page not found',
    'page.opened': 'Sign in',
    'menu.accountInfo': 'Account',
    'menu.workplace': 'Workplace',
    'menu.message': 'Messages',
    'menu.organization': 'Organization',
    'menu.members': 'Members',
    'menu.palgo': 'Algorithm permissions',
    'menu.data': 'Data permissions',
    'menu.configuration': 'Organization settings',
    'menu.platform': 'Platform',
    'menu.allTenants': 'All organizations',
    'menu.oneTenant': 'Organization',
    'menu.certification': 'Certification',
    'menu.accounts': 'Accounts',
    'menu.accountDetail': 'Account',
    'menu.join': 'Join organization',
    'menu.record': 'Activity log',
    'menu.accountRecord': 'Account activity',
    'menu.devices': 'Devices',
    'menu.ownDevices': 'Devices',
    'menu.device': 'Device',
  },
}
