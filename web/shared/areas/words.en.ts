import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  areas: {
    province: 'Provinces',
    city: 'Cities',
    district: 'Districts',
    placeholder: 'Choose or search areas',
    more: 'Add more',
    remove: 'Remove {name}',
    choose: 'Choose {name}',
    back: 'Back to {name}',
    results: 'Areas found',
    none: 'No area has “{q}” in its name',
    count: '{count} chosen',
    full: 'At most {max} areas',
    hint: 'Tick the level you need',
    failed: 'The areas could not be loaded',
  },
}
