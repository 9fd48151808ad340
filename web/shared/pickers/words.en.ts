import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  pickers: {
    tenantPlaceholder: 'Name, pinyin or ID',
    tenantIdPlaceholder: 'Full organization ID',
    tenantNone: 'No organization found',
    tenantFailed: 'The search failed. Check the network and try again.',
    accountByName: 'Name, full phone or user name',
    accountByLogin: 'Phone or user name ↵',
    accountDisabled: 'Disabled',
    accountNone: 'No account found',
    accountFailed: 'The search failed. Check the network and try again.',
    searching: 'Searching…',
    clear: 'Clear',
  },
}
