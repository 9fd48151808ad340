import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  shortcuts: {
    title: 'Keyboard shortcuts',
    palette: 'Search devices, people, organizations and pages',
    list: 'Go to the search of the list',
    walk: 'Move between the rows of a list',
    open: 'Open the row',
    undo: 'Undo the last change, while its message shows',
    shown: 'Show these shortcuts',
    close: 'Close a dialog; asks before anything is lost',
    on: 'Single-key shortcuts',
    onText: 'When off, only Ctrl K and Ctrl Z work. Kept in this browser only.',
  },
}
