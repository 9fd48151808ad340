import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  export: {
    title: 'Export',
    chosen: 'Export {count} {unit}',
    import: 'Import',
    xlsx: 'Excel (xlsx)',
    csv: 'CSV',
    done: 'Exported',
    broken: 'Export interrupted. Try again.',
  },
}
