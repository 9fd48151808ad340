import type { English } from '../texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  greeting: {
    morning: 'Good morning, {name}',
    afternoon: 'Good afternoon, {name}',
    evening: 'Good evening, {name}',
  },
}
