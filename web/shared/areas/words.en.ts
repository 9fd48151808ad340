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
    results: 'Results',
    none: 'No areas with “{q}” in their name',
    count: '{count} selected',
    full: 'At most {max} areas',
    hint: 'Select the level you need',
    failed: 'Couldn’t load areas',
  },
}
