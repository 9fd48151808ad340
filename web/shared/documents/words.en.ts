import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  documents: {
    optional: 'Documents (optional)',
    add: 'Drop files here, paste, or click to choose',
    addShort: 'Add files',
    drop: 'Drop to upload',
    rule: 'For example your business license. Up to {each} JPEG, PNG, WebP or PDF files of {size} MB each.',
    privacy:
      'Only visible to you and the reviewers. Deleted {days} days after the request ends. Location data is removed from images.',
    sending: 'Uploading {percent}%',
    checking: 'Checking…',
    kept: '{name} uploaded',
    remove: 'Remove {name}',
    retry: 'Retry',
    retryOf: 'Retry {name}',
    tooLarge: 'Larger than {size} MB. Use a smaller file.',
    empty: 'The file is empty',
    tooMany: 'At most {each} files. The others weren’t added.',
    unfinished: 'Wait until the files are uploaded',
    unsent: 'Some files failed to upload. Retry or remove them.',
    size: '{size} KB',
    sizeLarge: '{size} MB',

    count: 'Documents ({count})',
    none: 'No documents',
    gone: '{count} deleted after the retention period',
    added: 'New',
    open: 'View',
    download: 'Download',
    place: '{place} / {count}',
    previous: 'Previous (←)',
    next: 'Next (→)',
    larger: 'Zoom in (+)',
    smaller: 'Zoom out (-)',
    fit: 'Fit the window (0)',
    zoom: '{percent}%',
    notShown: 'Couldn’t load',

    more: 'Add documents',
    moreIntro: 'Documents are added to the request in review. Removed documents are deleted.',
    moreSubmit: 'Save',
    moreDone: 'Documents saved',
  },
}
