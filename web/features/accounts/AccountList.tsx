import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { IconCircleCheck } from '#icons'
import { IconBan } from '#icons/page'
import { accountRules } from '../../../contract/lists.ts'
import { pageRoute } from '../../lib/page.ts'
import { useTexts } from '../../lib/texts.ts'
import type { FilterField } from '../../shared/list/FilterForm.tsx'
import { filterFields } from '../../shared/list/filterFields.ts'
import { List } from '../../shared/list/List.tsx'
import { useListSearch } from '../../shared/list/useListSearch.ts'
import { TenantPicker, tenantNameKnown } from '../../shared/pickers/TenantPicker.tsx'
import { ExportButton } from '../../shared/transfer/ExportButton.tsx'
import { useChosenExport } from '../../shared/transfer/useExport.ts'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { AccountActions } from './AccountActions.tsx'
import { useAccountColumns } from './accountColumns.tsx'
import { type AccountRow, accounts } from './accounts.ts'
import type { OpenDialog } from './dialogs/dialogs.ts'
import { words } from './words.ts'

const route = pageRoute('accountManagement')

/** Shows all accounts of the platform. */
export function AccountList({ open }: { open: OpenDialog }) {
  const t = useTexts(words)
  const state = useListSearch(accountRules, route.useSearch(), 'ACCOUNTS')
  const query = useQuery(accounts.page(state))
  const columns = useAccountColumns()
  const filters = useAccountFilters()
  const closed = useCallback(
    ({ viewerCan }: AccountRow) => (viewerCan.disable || viewerCan.enable ? undefined : t('closed')),
    [t],
  )
  const actions = useCallback((row: AccountRow) => <AccountActions row={row} open={open} t={t} />, [open, t])

  const exported = useChosenExport('operators', t('unit'))
  return (
    <List
      name="accounts"
      label={t('list')}
      query={query}
      state={state}
      columns={columns}
      filters={filters}
      tools={<ExportButton list="operators" variables={accounts.variables(state)} />}
      empty={<EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>}
      actions={actions}
      closed={closed}
      unit={t('unit')}
      matching={() => accounts.ids(state)}
      bulk={({ ids, rows }, done) => [
        ...(ids.length > rows.length || rows.some(({ viewerCan }) => viewerCan.enable)
          ? [
              {
                name: t('enable.submit'),
                Icon: IconCircleCheck,
                run: () => open('enable', rows, { to: 'enable', ids, done }),
              },
            ]
          : []),
        ...(ids.length > rows.length || rows.some(({ viewerCan }) => viewerCan.disable)
          ? [
              {
                name: t('disable.submit'),
                Icon: IconBan,
                run: () => open('enable', rows, { to: 'disable', ids, done }),
                danger: true,
              },
            ]
          : []),
        exported(ids),
      ]}
    />
  )
}

/** Returns the filters that queryOperator supports. */
function useAccountFilters(): FilterField[] {
  const t = useTexts(words)
  const client = useQueryClient()
  return useMemo(
    () =>
      filterFields(accountRules, {
        name: { label: t('name'), placeholder: t('namePlaceholder') },
        loginId: { label: t('loginId'), placeholder: t('loginIdPlaceholder') },
        enabled: { label: t('status'), option: (value) => t(`status.${value}`) },
        tenant: {
          label: t('tenant'),
          control: (props) => <TenantPicker {...props} />,
          shown: (id) => tenantNameKnown(client, id) ?? id,
        },
        tenantName: { label: t('tenantName'), placeholder: t('tenantNamePlaceholder') },
      }),
    [t, client],
  )
}
