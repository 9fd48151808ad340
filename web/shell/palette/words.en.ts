import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  palette: {
    search: 'Search devices, people, organizations, pages',
    searchTenants: 'Switch to which organization?',
    results: 'Results',
    showAll: 'Show all results',
    'kind.recent': 'Recent',
    'kind.tenants': 'Organizations',
    'kind.members': 'Members',
    'kind.allTenants': 'All organizations',
    'kind.accounts': 'Accounts',
    'kind.devices': 'Devices',
    'kind.pages': 'Pages',
    'kind.actions': 'Actions',
    switchTo: 'Switch to it',
    switchTenant: 'Switch organization',
    registerDevice: 'Register device',
    speak: 'Change language: {language}',
    shortcuts: 'Keyboard shortcuts',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    exactly: 'Exactly this phone or user name',
    keyChoose: 'choose',
    keyOpen: 'open',
    keyNewTab: 'open in a new tab',
    searchFailed: 'The search failed, please try again',
    resultCount: { one: '{count} result', other: '{count} results' },
    nothingFound: 'Nothing found for “{text}”',
    nothingText:
      'Pages and actions are searched, and the organizations, devices and people that you may see; people by a whole phone number, a user name, a part of their name or its pinyin.',
  },
}
