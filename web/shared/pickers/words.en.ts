import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  pickers: {
    tenantPlaceholder: 'Name, pinyin or ID',
    tenantIdPlaceholder: 'Full organization ID',
    tenantNone: 'No organization found',
    tenantFailed: 'Search failed. Check your network and try again.',
    accountByName: 'Name, full phone or username',
    accountByLogin: 'Phone or username ↵',
    accountDisabled: 'Disabled',
    accountNone: 'No account found',
    accountFailed: 'Search failed. Check your network and try again.',
    searching: 'Searching…',
    clear: 'Clear',
  },
}
