import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  undo: {
    undo: 'Undo',
    failed: 'Undo failed: {reason}',
  },
}
