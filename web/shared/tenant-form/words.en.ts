import type { English } from '../../lib/texts.ts'
import type { words } from './words.ts'

export const en: English<typeof words> = {
  tenantForm: {
    name: 'Organization name',
    nameEmpty: 'Organization name cannot be empty',
    nameChecking: 'Checking whether the name is available…',
    nameFree: 'This name is available',
    nameTaken: 'This organization name is taken',
    areas: 'Areas',
    areasEmpty: 'Please choose an area',
    contactName: 'Contact',
    contactNameEmpty: 'Contact cannot be empty',
    contactPhone: 'Contact phone',
    contactEmail: 'Contact e-mail',
    contactEmailOptional: 'Contact e-mail (optional)',
  },
}
