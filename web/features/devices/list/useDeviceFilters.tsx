import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deviceRules } from '../../../../contract/lists.ts'
import { useTexts } from '../../../lib/texts.ts'
import { divisions } from '../../../shared/areas/divisions/divisions.ts'
import { words as divisionWords } from '../../../shared/areas/divisions/words.ts'
import type { FilterField } from '../../../shared/list/FilterForm.tsx'
import { filterFields } from '../../../shared/list/filterFields.ts'
import { TenantPicker, tenantNameKnown } from '../../../shared/pickers/TenantPicker.tsx'
import { words } from '../words.ts'

/** Returns the filters that queryDevice supports. */
export function useDeviceFilters({ platform }: { platform: boolean }): FilterField[] {
  const t = useTexts(words)
  const division = useTexts(divisionWords)
  const client = useQueryClient()
  return useMemo(
    () =>
      filterFields(deviceRules, {
        q: { label: t('device'), placeholder: t('devicePlaceholder') },
        tenant: platform && {
          label: t('tenant'),
          control: (props) => <TenantPicker {...props} />,
          shown: (id) => tenantNameKnown(client, id) ?? id,
        },
        status: { label: t('status'), option: (value) => t(`status.${value}`) },
        connect: { label: t('connect'), option: (value) => t(`connect.${value}`) },
        expiry: { label: t('expiry'), option: (value) => t(`expiry.${value}`) },
        offline: { label: t('offline'), option: (value) => t(`offline.${value}`) },
        area: platform && {
          label: t('area'),
          options: divisions.map(({ id }) => ({ value: id, label: division(id) })),
        },
        from: { until: 'to', label: t('created') },
        to: false,
        id: { label: t('id'), placeholder: t('idPlaceholder') },
        expiresFrom: { until: 'expiresTo', label: t('expires') },
        expiresTo: false,
      }),
    [t, division, client, platform],
  )
}
