import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  entry: {
    line: 'People, organizations and devices, each in its place.',
    text: 'One account for every organization and every app on the platform.',
    letters: 'PWERC',
  },
}
