import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  shortcuts: {
    title: 'Keyboard shortcuts',
    palette: 'Search devices, people, organizations and pages',
    list: 'Go to the list’s search field',
    walk: 'Move between the rows of a list',
    open: 'Open the row',
    undo: 'Undo the last action while its message is visible',
    shown: 'Show these shortcuts',
    close: 'Close a dialog (asks before discarding changes)',
    on: 'Single-key shortcuts',
    onText: 'When off, only Ctrl K and Ctrl Z work. Stored in this browser only.',
  },
}
