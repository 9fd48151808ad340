import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { IconCalendarPlus, IconPlus } from '#icons'
import { tenantRules } from '../../../contract/lists.ts'
import { tenantStatuses } from '../../../contract/states.ts'
import { pageRoute } from '../../lib/page.ts'
import { useTexts } from '../../lib/texts.ts'
import type { FilterField } from '../../shared/list/FilterForm.tsx'
import { List } from '../../shared/list/List.tsx'
import { useListSearch } from '../../shared/list/useListSearch.ts'
import { ExportButton } from '../../shared/transfer/ExportButton.tsx'
import { useChosenExport } from '../../shared/transfer/useExport.ts'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { narrowed, type TenantRow, tenantIds, tenantsOptions } from './allTenants.ts'
import type { OpenDialog } from './dialogs.ts'
import { TenantActions } from './TenantActions.tsx'
import { useTenantColumns } from './tenantColumns.tsx'
import { words } from './words.ts'

const route = pageRoute('allTenants')
/** All organizations of the platform except personal ones. */
export function TenantList({ open, create }: { open: OpenDialog; create: (() => void) | undefined }) {
  const t = useTexts(words)
  const state = useListSearch(tenantRules, route.useSearch(), 'TENANTS')
  const query = useQuery(tenantsOptions(state))
  const columns = useTenantColumns()
  const filters = useTenantFilters()
  const closed = useCallback(
    ({ status, viewerCan }: TenantRow) =>
      !viewerCan.administer
        ? t('closed')
        : status !== 'FINISH' && status !== 'EXPIRED'
          ? t('closed.uncertified')
          : undefined,
    [t],
  )
  const actions = useCallback((row: TenantRow) => <TenantActions row={row} open={open} />, [open])

  const exported = useChosenExport('tenants', t('unit'))
  return (
    <List
      name="tenants"
      label={t('list')}
      query={query}
      state={state}
      columns={columns}
      filters={filters}
      tools={<ExportButton list="tenants" variables={narrowed(state.filters)} />}
      empty={
        <EmptyState
          title={t('empty.title')}
          actions={
            create && (
              <Button leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />} onClick={create}>
                {t('create')}
              </Button>
            )
          }
        >
          {t('empty.text')}
        </EmptyState>
      }
      actions={actions}
      closed={closed}
      unit={t('unit')}
      matching={() => tenantIds(state.filters)}
      bulk={({ ids, rows }, done) => [
        { name: t('extend'), Icon: IconCalendarPlus, run: () => open('extend', rows, { ids, done }) },
        exported(ids),
      ]}
    />
  )
}

/** The filters that queryTenant supports. */
function useTenantFilters(): FilterField[] {
  const t = useTexts(words)
  return useMemo(
    () => [
      { name: 'q', label: t('q'), placeholder: t('qPlaceholder') },
      {
        name: 'status',
        label: t('status'),
        options: tenantStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
      },
      { name: 'mobilePhone', label: t('mobilePhone'), placeholder: t('mobilePhonePlaceholder') },
      {
        name: 'expiry',
        label: t('expiry'),
        options: tenantRules.filters.expiry.map((value) => ({ value, label: t(`expiry.${value}`) })),
      },
      {
        name: 'internal',
        label: t('internal'),
        options: tenantRules.filters.internal.map((value) => ({ value, label: t(`internal.${value}`) })),
      },
      { name: 'from', until: 'to', label: t('created') },
    ],
    [t],
  )
}
