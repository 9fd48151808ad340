import { roleLabels } from '../../../contract/labels/labels.en.ts'
import type { English } from '../texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  roles: {
    ...roleLabels,
    'among.VIEWER': 'View algorithms',
    'among.OPERATOR': 'Run algorithms',
    'among.DEVELOPER': 'Develop algorithms',
    'among.MANAGER': 'Publish algorithms',
    'text.VIEWER': 'View algorithms and results',
    'text.OPERATOR': 'Run them on devices',
    'text.DEVELOPER': 'Upload and change',
    'text.MANAGER': 'Publish and license',
  },
}
