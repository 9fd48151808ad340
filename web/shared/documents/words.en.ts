import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  papers: {
    optional: 'Papers (optional)',
    add: 'Drop files here, paste, or click to choose',
    addShort: 'Add files',
    drop: 'Let go to upload',
    rule: 'Such as your business license. Up to {each}; JPEG, PNG, WebP or PDF; {size} MB each',
    privacy:
      'Seen by you and the reviewers alone, deleted {days} days after the application ends. Images are stripped of where they were taken.',
    sending: 'Uploading {percent}%',
    checking: 'Checking…',
    kept: '{name} uploaded',
    remove: 'Remove {name}',
    retry: 'Retry',
    retryOf: 'Retry {name}',
    tooLarge: 'Larger than {size} MB: make it smaller first',
    empty: 'The file is empty',
    tooMany: 'At most {each}: the other files were not added',
    unfinished: 'Please wait until the files are uploaded',
    unsent: 'A file was not uploaded: try again or remove it',
    size: '{size} KB',
    sizeLarge: '{size} MB',

    count: 'Papers ({count})',
    none: 'No papers were handed in',
    gone: {
      one: '{count} was deleted at the end of its time',
      other: '{count} were deleted at the end of their time',
    },
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
    notShown: 'Could not be loaded',

    more: 'Add papers',
    moreIntro: 'They go to the reviewers with the application that is in review. What you remove is deleted.',
    moreSubmit: 'Save',
    moreDone: 'Papers saved',
  },
}
