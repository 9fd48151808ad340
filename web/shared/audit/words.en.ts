import { en as said } from '../../../contract/audit/words.en.ts'
import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  audit: {
    ...said,
    timeline: 'Activity log',
    all: 'View all',
    more: 'Load more',
    none: 'Nothing recorded yet',
    failed: 'The activity log could not be loaded.',
    refused: 'Failed',
    you: 'You',
  },
}
