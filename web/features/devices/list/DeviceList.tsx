import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { IconPlus } from '#icons'
import { IconCalendarPlus, IconReplace } from '#icons/page'
import { deviceRules } from '../../../../contract/lists.ts'
import { useTexts } from '../../../lib/texts.ts'
import { List } from '../../../shared/list/List.tsx'
import { readSearch, type SearchOf } from '../../../shared/list/search-params.ts'
import { useListSearch } from '../../../shared/list/useListSearch.ts'
import { ExportButton } from '../../../shared/transfer/ExportButton.tsx'
import { ImportButton } from '../../../shared/transfer/ImportButton.tsx'
import { useChosenExport } from '../../../shared/transfer/useExport.ts'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { DeviceActions } from '../DeviceActions.tsx'
import { type DeviceRow, devices, devicesKey } from '../devices.ts'
import type { OpenDialog } from '../dialogs/dialogs.ts'
import { words } from '../words.ts'
import { useDeviceColumns } from './deviceColumns.tsx'
import { useLiveDevices } from './live.ts'
import { useDeviceFilters } from './useDeviceFilters.tsx'
import { useQuickViews } from './useQuickViews.ts'

const noFilters = readSearch(deviceRules, {}).filters

interface Props {
  /** The organization whose devices are listed. If omitted, the devices of all organizations are listed. */
  tenantId?: string
  search: SearchOf<typeof deviceRules>
  open: OpenDialog
}

export function DeviceList({ tenantId, search, open }: Props) {
  const t = useTexts(words)
  const platform = tenantId === undefined
  const state = useListSearch(deviceRules, search, platform ? 'DEVICES' : 'OWN_DEVICES')
  const query = useQuery(devices.page(state, tenantId))
  const columns = useDeviceColumns({ platform })
  const filters = useDeviceFilters({ platform })
  // Selecting a predefined view replaces a saved view and its filters, so the counts of the predefined views
  // ignore these filters.
  const quick = useQuickViews(state.saved.view ? noFilters : state.filters, tenantId)
  useLiveDevices(tenantId)
  const client = useQueryClient()
  const renewed = () => client.invalidateQueries({ queryKey: devicesKey })
  const closed = useCallback(({ viewerCan }: DeviceRow) => (viewerCan.manage ? undefined : t('closed')), [t])
  const actions = useCallback(
    (row: DeviceRow) => <DeviceActions row={row} platform={platform} open={open} />,
    [platform, open],
  )

  const exported = useChosenExport('devices', t('unit'))
  return (
    <List
      name={platform ? 'devices' : 'ownDevices'}
      label={t('list')}
      query={query}
      state={state}
      columns={columns}
      filters={filters}
      views={quick}
      tools={
        <>
          {platform && <ImportButton list="devices" onDone={() => void renewed()} />}
          <ExportButton list="devices" variables={devices.variables(state, tenantId)} />
        </>
      }
      empty={
        <EmptyState
          title={t('empty.title')}
          actions={
            platform && (
              <Button
                leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
                onClick={() => open('save')}
              >
                {t('register')}
              </Button>
            )
          }
        >
          {t(platform ? 'empty.text' : 'empty.ownText')}
        </EmptyState>
      }
      actions={actions}
      closed={closed}
      unit={t('unit')}
      matching={() => devices.ids(state, tenantId)}
      bulk={
        platform
          ? ({ ids, rows }, done) => [
              { name: t('renew'), Icon: IconCalendarPlus, run: () => open('renew', rows, { ids, done }) },
              {
                name: t('changeStatus'),
                Icon: IconReplace,
                run: () => open('changeStatus', rows, { ids, done }),
              },
              exported(ids),
            ]
          : undefined
      }
    />
  )
}
