import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  import: {
    'title.devices': 'Import devices',
    'title.members': 'Import members',
    intro:
      'Download the template, fill it in as its second sheet explains, and upload it. You’ll see a preview before anything changes.',
    template: 'Download template',
    drop: 'Drop an xlsx, xls, ods or csv file here, or choose one',
    dropRule: 'At most {size} MB and {rows} rows',
    dropHere: 'Drop to upload',
    wrongType: "{type} files can't be imported. Choose an xlsx, xls, ods or csv file",
    tooLarge: 'The file is larger than {size} MB. Split it.',
    reading: 'Reading the file…',
    checking: { one: 'Checking {count} row…', other: 'Checking {count} rows…' },
    writing: 'Importing: {done} of {of}',
    writingHint: 'The import continues if you close this window. Other pages may be slow during the import.',
    progress: 'Progress',
    'count.created': 'New',
    'count.changed': 'Changed',
    'count.unchanged': 'Unchanged',
    'count.wrong': 'Invalid',
    ignored: 'Not in the template and ignored: {columns}',
    hidden: {
      one: '{count} row is hidden in the file, for example by a filter. It will be imported, too.',
      other: '{count} rows are hidden in the file, for example by a filter. They will be imported, too.',
    },
    between: ', ',
    nothing: 'The file matches the existing data. There’s nothing to import.',
    someWrong: {
      one: '{count} row is invalid. Import the others now, or download the invalid row, correct it and upload it again.',
      other:
        '{count} rows are invalid. Import the others now, or download the invalid rows, correct them and upload them again.',
    },
    allWrong: 'Every row is invalid. Download the rows, correct them and upload them again.',
    failures: 'Download invalid rows',
    'sample.wrong': 'Invalid rows',
    'sample.changed': 'To be changed',
    'sample.created': 'To be created',
    sampleOf: 'First {shown} of {count}',
    row: 'Row',
    what: 'Content',
    change: '{column}: {before} → {after}',
    none: 'empty',
    fault: 'Error',
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
    unknownFile: 'Upload interrupted. Try again.',
    unknown:
      'The connection was lost. Click Import again to see the result; nothing is imported twice.',
  },
}
