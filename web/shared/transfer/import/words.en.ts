import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  import: {
    'title.devices': 'Import devices',
    'title.members': 'Import members',
    intro:
      'Download the template, fill it in as its second sheet explains, and upload it. You will see a preview first: nothing changes before you confirm.',
    template: 'Download template',
    drop: 'Drop an xlsx, xls, ods or csv file here, or choose one',
    dropRule: 'At most {size} MB and {rows} rows',
    dropHere: 'Release to upload',
    wrongType: "{type} files can't be imported. Choose an xlsx, xls, ods or csv file",
    tooLarge: 'The file is over {size} MB, please split it',
    reading: 'Reading the file…',
    checking: { one: 'Checking {count} row…', other: 'Checking {count} rows…' },
    writing: 'Importing: {done} of {of}',
    writingHint: 'The import goes on if you close this window. Other pages may be slow meanwhile.',
    progress: 'Progress',
    'count.created': 'New',
    'count.changed': 'Changed',
    'count.unchanged': 'Unchanged',
    'count.wrong': 'Wrong',
    ignored: 'Not in the template and ignored: {columns}',
    hidden: {
      one: '{count} row is hidden in the file, by a filter for example. It will be imported too.',
      other: '{count} rows are hidden in the file, by a filter for example. They will be imported too.',
    },
    between: ', ',
    nothing: 'The file matches the existing data: nothing to import.',
    someWrong: {
      one: '{count} row is wrong. Import the others now, or download the wrong row, correct it and upload it again.',
      other:
        '{count} rows are wrong. Import the others now, or download the wrong rows, correct them and upload them again.',
    },
    allWrong: 'Every row is wrong. Download the wrong rows, correct them and upload them again.',
    failures: 'Download wrong rows',
    'sample.wrong': 'Wrong rows',
    'sample.changed': 'To be changed',
    'sample.created': 'To be created',
    sampleOf: 'The first {shown} of {count}',
    row: 'Row',
    what: 'What',
    change: '{column}: {before} → {after}',
    none: 'empty',
    fault: 'What is wrong',
    other: 'Choose another file',
    submit: { one: 'Import {count} row', other: 'Import {count} rows' },
    submitRest: { one: 'Import the remaining {count} row', other: 'Import the remaining {count} rows' },
    done: 'Imported',
    doneText: '{created} created, {changed} changed, {unchanged} unchanged.',
    doneWrong: {
      one: '{count} row was left out. Download it, correct it and upload it again.',
      other: '{count} rows were left out. Download them, correct them and upload them again.',
    },
    again: 'Import another file',
    unknownFile: 'The upload was interrupted, please try again',
    unknown:
      'The connection was lost, so it is not certain whether the import finished. Press Import again to see: nothing is imported twice.',
  },
}
