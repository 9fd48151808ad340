import type { English } from '../../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  deviceConfig: {
    title: '{name} · configuration',
    heading: 'Configuration',
    rule: 'A JSON object, at most 32 KB',
    editor: 'Configuration, JSON',
    back: 'Back to the device',
    format: 'Format',
    fine: 'Well formed',
    fault: 'Line {line}, column {column}: {what}',
    'fault.value': 'a value is needed here',
    'fault.key': 'a key in double quotes is needed here',
    'fault.colon': 'a colon is missing after the key',
    'fault.comma': 'a comma is missing here, or there is too much',
    'fault.trailing': 'there is a comma too many before this',
    'fault.string': 'the text does not end with a double quote',
    'fault.character': 'the text has a character or an escape that JSON does not allow',
    'fault.number': 'this is not how a number is written',
    'fault.range': 'the number is beyond the range of a double; write it as text',
    'fault.end': 'it ends too early: a bracket or a quote is missing',
    'fault.rest': 'there is more after the end of the object',
    'fault.duplicate': 'this key is there twice',
    'fault.deep': 'more than 16 levels',
    'fault.object': 'a configuration is written in braces',
    'fault.large': 'the configuration is over 32 KB',
    changes: 'Changes',
    noChanges: 'Nothing is changed yet',
    afterFault:
      'Once the mistake is corrected, the differences from the current configuration are shown here',
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    save: 'Save',
    discard: 'Discard changes',
    saved: 'Saved the configuration of {name}',
    elsewhere: 'Somebody saved the configuration while you were editing',
    elsewhereText: {
      one: 'It has changed since you began, in {count} place. Compare yours with the latest and save it, or discard your changes.',
      other:
        'It has changed since you began, in {count} places. Compare yours with the latest and save it, or discard your changes.',
    },
    goOn: 'Compare with the latest',
    takeTheirs: 'Discard my changes',
  },
}
