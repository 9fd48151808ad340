import type { Translate } from '../../lib/texts.ts'
import type { words } from './words.ts'

/** Filter fields that the member list and the permission grids share. */
export const memberFields = (t: Translate<typeof words>) => ({
  name: { label: t('name'), placeholder: t('namePlaceholder') },
  loginId: { label: t('loginId'), placeholder: t('loginIdPlaceholder') },
  enabled: { label: t('status'), option: (value: 'true' | 'false') => t(`status.${value}`) },
  identity: { label: t('identity'), option: (value: 'manager' | 'member') => t(`identity.${value}`) },
})
