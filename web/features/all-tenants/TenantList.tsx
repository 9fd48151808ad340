import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { IconPlus } from '#icons'
import { IconCalendarPlus } from '#icons/page'
import { tenantRules } from '../../../contract/lists.ts'
import { pageRoute } from '../../lib/page.ts'
import { useTexts } from '../../lib/texts.ts'
import type { FilterField } from '../../shared/list/FilterForm.tsx'
import { filterFields } from '../../shared/list/filterFields.ts'
import { List } from '../../shared/list/List.tsx'
import { useListSearch } from '../../shared/list/useListSearch.ts'
import { ExportButton } from '../../shared/transfer/ExportButton.tsx'
import { useChosenExport } from '../../shared/transfer/useExport.ts'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { allTenants, type TenantRow } from './allTenants.ts'
import type { OpenDialog } from './dialogs.ts'
import { TenantActions } from './TenantActions.tsx'
import { useTenantColumns } from './tenantColumns.tsx'
import { words } from './words.ts'

const route = pageRoute('allTenants')
/** Shows all organizations of the platform except personal spaces. */
export function TenantList({ open, create }: { open: OpenDialog; create: (() => void) | undefined }) {
  const t = useTexts(words)
  const state = useListSearch(tenantRules, route.useSearch(), 'TENANTS')
  const query = useQuery(allTenants.page(state))
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
      tools={<ExportButton list="tenants" variables={allTenants.variables(state)} />}
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
      matching={() => allTenants.ids(state)}
      bulk={({ ids, rows }, done) => [
        { name: t('extend'), Icon: IconCalendarPlus, run: () => open('extend', rows, { ids, done }) },
        exported(ids),
      ]}
    />
  )
}

/** Returns the filters that queryTenant supports. */
function useTenantFilters(): FilterField[] {
  const t = useTexts(words)
  return useMemo(
    () =>
      filterFields(tenantRules, {
        q: { label: t('q'), placeholder: t('qPlaceholder') },
        status: { label: t('status'), option: (value) => t(`status.${value}`) },
        mobilePhone: { label: t('mobilePhone'), placeholder: t('mobilePhonePlaceholder') },
        expiry: { label: t('expiry'), option: (value) => t(`expiry.${value}`) },
        internal: { label: t('internal'), option: (value) => t(`internal.${value}`) },
        from: { until: 'to', label: t('created') },
        to: false,
      }),
    [t],
  )
}
