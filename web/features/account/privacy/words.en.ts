import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  privacy: {
    title: 'Your data',
    terms: 'User Agreement',
    privacy: 'Privacy Policy',
    agreed: 'Version {version}, accepted {time}',
    read: 'Read',
    readOne: 'Read the {name}',
    'export.title': 'Export your data',
    'export.none': 'Account, sessions, organizations, messages, activity and more, in one file',
    'export.loading': 'Loading…',
    'export.loadFailed': 'This could not be loaded',
    'export.retry': 'Retry',
    'export.making': 'Preparing',
    'export.WAITING': 'Requested {time}. You will be notified when it is ready and may leave this page',
    'export.READY': 'Ready to download, once, until {until}',
    'export.FETCHED': 'The file requested {time} was downloaded and deleted',
    'export.EXPIRED': 'The file requested {time} was not downloaded and has been deleted',
    'export.FAILED': 'The file requested {time} could not be made, please request it again',
    'export.ask': 'Request a file',
    'export.askLabel': 'Request a file of your data',
    'export.XLSX': 'Spreadsheet (.xlsx)',
    'export.JSON': 'For programs (.json)',
    'export.fetch': 'Download',
    'export.fetched': 'Downloaded; the copy here has been deleted',
    'export.broken': 'The download was interrupted, please try again',
  },
}
