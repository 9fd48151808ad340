import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deviceRules } from '../../../../contract/lists.ts'
import { deviceStatuses } from '../../../../contract/states.ts'
import { useTexts } from '../../../lib/texts.ts'
import { divisions } from '../../../shared/areas/divisions/divisions.ts'
import { words as divisionWords } from '../../../shared/areas/divisions/words.ts'
import type { FilterField } from '../../../shared/list/FilterForm.tsx'
import { TenantPicker, tenantNameKnown } from '../../../shared/pickers/TenantPicker.tsx'
import { words } from '../words.ts'

const { connect, expiry, offline } = deviceRules.filters

/** The filters that queryDevice supports. */
export function useDeviceFilters({ platform }: { platform: boolean }): FilterField[] {
  const t = useTexts(words)
  const division = useTexts(divisionWords)
  const client = useQueryClient()
  return useMemo(() => {
    const tenant: FilterField = {
      name: 'tenant',
      label: t('tenant'),
      control: (props) => <TenantPicker {...props} />,
      shown: (id) => tenantNameKnown(client, id) ?? id,
    }
    const area: FilterField = {
      name: 'area',
      label: t('area'),
      options: divisions.map(({ id }) => ({ value: id, label: division(id) })),
    }
    return [
      { name: 'q', label: t('device'), placeholder: t('devicePlaceholder') },
      ...(platform ? [tenant] : []),
      {
        name: 'status',
        label: t('status'),
        options: deviceStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
      },
      {
        name: 'connect',
        label: t('connect'),
        options: connect.map((value) => ({ value, label: t(`connect.${value}`) })),
      },
      {
        name: 'expiry',
        label: t('expiry'),
        options: expiry.map((value) => ({ value, label: t(`expiry.${value}`) })),
      },
      {
        name: 'offline',
        label: t('offline'),
        options: offline.map((value) => ({ value, label: t(`offline.${value}`) })),
      },
      ...(platform ? [area] : []),
      { name: 'from', until: 'to', label: t('created') },
      { name: 'id', label: t('id'), placeholder: t('idPlaceholder') },
      { name: 'expiresFrom', until: 'expiresTo', label: t('expires') },
    ]
  }, [t, division, client, platform])
}
