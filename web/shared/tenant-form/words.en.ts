import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  tenantForm: {
    name: 'Organization name',
    nameEmpty: 'Enter an organization name',
    nameChecking: 'Checking availability…',
    nameFree: 'This name is available',
    nameTaken: 'This organization name is taken',
    areas: 'Areas',
    areasEmpty: 'Choose an area',
    contactName: 'Contact',
    contactNameEmpty: 'Enter a contact',
    contactPhone: 'Contact phone',
    contactEmail: 'Contact email',
    contactEmailOptional: 'Contact email (optional)',
  },
}
