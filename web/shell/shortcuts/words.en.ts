import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  shortcuts: {
    title: 'Keyboard shortcuts',
    palette: 'Search devices, people, organizations and pages',
    list: 'Go to the search of the list',
    walk: 'Move between the rows of a list',
    open: 'Open the row',
    shown: 'Show these shortcuts',
    close: 'Close a dialog; asks before anything is lost',
    on: 'Shortcuts of a single key',
    onText: 'Switched off, Ctrl K alone works. Kept in this browser only.',
  },
}
