import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  privacy: {
    title: 'Your data',
    terms: 'User Agreement',
    privacy: 'Privacy Policy',
    agreed: 'Version {version}, agreed to {time}',
    read: 'Read',
    readOne: 'Read the {name}',
  },
}
