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
    'export.title': 'Export your data',
    'export.none': 'Account, sessions, organizations, messages, activity and more, in one file',
    'export.loading': 'Loading…',
    'export.loadFailed': 'This could not be loaded',
    'export.retry': 'Retry',
    'export.making': 'Being made',
    'export.WAITING': 'Asked for {time}. You will be told when it is ready and may leave this page',
    'export.READY': 'Ready: can be fetched once, until {until}',
    'export.FETCHED': 'The file asked for {time} was fetched and deleted',
    'export.EXPIRED': 'The file asked for {time} was not fetched and is deleted',
    'export.FAILED': 'The file asked for {time} could not be made, please ask again',
    'export.ask': 'Ask for a file',
    'export.askLabel': 'Ask for a file of your data',
    'export.XLSX': 'Spreadsheet (.xlsx)',
    'export.JSON': 'For programs (.json)',
    'export.fetch': 'Download',
    'export.fetched': 'The file was fetched; the copy here is deleted',
    'export.broken': 'The download broke off, please try again',
  },
}
