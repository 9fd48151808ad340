import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  privacy: {
    title: 'Your data',
    terms: 'Terms of service',
    privacy: 'Privacy policy',
    agreed: 'Version {version}, accepted {time}',
    read: 'Read',
    readOne: 'Read the {name}',
    'export.title': 'Export your data',
    'export.none': 'Account, sessions, organizations, messages, audit log and more, in one file',
    'export.loading': 'Loading…',
    'export.loadFailed': 'Couldn’t load',
    'export.retry': 'Retry',
    'export.making': 'Preparing',
    'export.WAITING': 'Requested {time}. You’ll be notified when the file is ready. You can leave this page.',
    'export.READY': 'Ready to download once, until {until}',
    'export.FETCHED': 'The file requested {time} was downloaded and deleted',
    'export.EXPIRED': 'The file requested {time} wasn’t downloaded and has been deleted',
    'export.FAILED': 'The file requested {time} couldn’t be created. Request it again.',
    'export.ask': 'Request file',
    'export.askLabel': 'Request file with your data',
    'export.XLSX': 'Excel (.xlsx)',
    'export.JSON': 'JSON (.json)',
    'export.fetch': 'Download',
    'export.fetched': 'Downloaded. The copy on the server has been deleted.',
    'export.broken': 'Download interrupted. Try again.',
  },
}
