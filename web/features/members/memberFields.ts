import type { Translate } from '../../lib/texts.ts'
import type { FilterField } from '../../shared/list/FilterForm.tsx'
import type { words } from './words.ts'

/** Filters shared by the member list and the permission grids. */
export const memberFields = (t: Translate<typeof words>) =>
  ({
    name: { name: 'name', label: t('name'), placeholder: t('namePlaceholder') },
    loginId: { name: 'loginId', label: t('loginId'), placeholder: t('loginIdPlaceholder') },
    enabled: {
      name: 'enabled',
      label: t('status'),
      options: [
        { value: 'true', label: t('status.true') },
        { value: 'false', label: t('status.false') },
      ],
    },
    identity: {
      name: 'identity',
      label: t('identity'),
      options: [
        { value: 'manager', label: t('identity.manager') },
        { value: 'member', label: t('identity.member') },
      ],
    },
  }) satisfies Record<string, FilterField>
