import { en as said } from '../../../contract/audit/words.en.ts'
import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  audit: {
    ...said,
    timeline: 'Audit log',
    all: 'View all',
    more: 'Load more',
    none: 'No entries yet',
    failed: 'Couldn’t load the audit log',
    refused: 'Failed',
    you: 'You',
  },
}
