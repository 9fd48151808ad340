import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  entry: {
    line: 'Every person, organization and device in one place.',
    text: 'One account for all organizations and applications.',
  },
}
