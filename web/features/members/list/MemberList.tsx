import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { IconPlus } from '#icons'
import { IconShield, IconUserDown, IconUserMinus, IconUserUp } from '#icons/page'
import { memberRules } from '../../../../contract/lists.ts'
import { pageRoute } from '../../../lib/page.ts'
import { authCodeOptions } from '../../../lib/roles/authCodes.ts'
import { words as roleWords } from '../../../lib/roles/words.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import type { FilterField } from '../../../shared/list/FilterForm.tsx'
import { filterFields } from '../../../shared/list/filterFields.ts'
import { List } from '../../../shared/list/List.tsx'
import { useListSearch } from '../../../shared/list/useListSearch.ts'
import { ExportButton } from '../../../shared/transfer/ExportButton.tsx'
import { ImportButton } from '../../../shared/transfer/ImportButton.tsx'
import { useChosenExport } from '../../../shared/transfer/useExport.ts'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import type { OpenDialog } from '../dialogs.ts'
import { memberFields } from '../memberFields.ts'
import { canBecome, type MemberRow, members, nameOf } from '../members.ts'
import { type Tenant, useTenantChanged } from '../tenant.ts'
import { words } from '../words.ts'
import { MemberActions } from './MemberActions.tsx'
import { useMemberColumns } from './memberColumns.tsx'

const route = pageRoute('memberManagement')

/** Shows the members of the current organization. */
export function MemberList({ tenant, open }: { tenant: Tenant | undefined; open: OpenDialog }) {
  const t = useTexts(words)
  const { tenantId } = useSession()
  const state = useListSearch(memberRules, route.useSearch(), 'MEMBERS')
  const query = useQuery(members.page(state, tenantId))
  const columns = useMemberColumns()
  const filters = useMemberFilters(state.filters.invitation !== '')
  const closed = useCallback(
    ({ member }: MemberRow) => (member?.viewerCan.remove ? undefined : t('closed')),
    [t],
  )
  const actions = useCallback((row: MemberRow) => <MemberActions row={row} open={open} t={t} />, [open, t])
  const can = tenant?.viewerCan
  const changed = useTenantChanged()
  /**
   * Whether to offer the promotion (`manager`) or demotion of the selected members. True if at least one of
   * them can be promoted or demoted, or if some of them have not been loaded.
   */
  const becoming = (manager: boolean, ids: readonly string[], rows: readonly MemberRow[]) =>
    can?.manageManagers && (ids.length > rows.length || rows.some(canBecome(manager)))

  const exported = useChosenExport('members', t('unit'), { tenantIdSet: [tenantId] })
  return (
    <List
      name="members"
      label={t('list')}
      query={query}
      state={state}
      columns={columns}
      rowName={nameOf}
      filters={filters}
      tools={
        <>
          {can?.manageMembers && (
            <ImportButton list="members" query={{ tenantId }} onDone={() => void changed()} />
          )}
          <ExportButton list="members" variables={members.variables(state, tenantId)} />
        </>
      }
      empty={
        <EmptyState
          title={t('empty.title')}
          actions={
            can?.manageMembers && (
              <Button
                leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
                onClick={() => open('add')}
              >
                {t('add.title')}
              </Button>
            )
          }
        >
          {t('empty.text')}
        </EmptyState>
      }
      actions={tenant?.status === 'EXPIRED' ? undefined : actions}
      closed={closed}
      unit={t('unit')}
      matching={() => members.ids(state, tenantId)}
      bulk={
        can?.manageMembers
          ? ({ ids, rows }, done) => [
              { name: t('grant'), Icon: IconShield, run: () => open('edit', rows, { ids, done }) },
              ...(becoming(true, ids, rows)
                ? [
                    {
                      name: t('makeManager'),
                      Icon: IconUserUp,
                      run: () => open('manager', rows, { ids, done, make: true }),
                    },
                  ]
                : []),
              ...(becoming(false, ids, rows)
                ? [
                    {
                      name: t('unmakeManager'),
                      Icon: IconUserDown,
                      run: () => open('manager', rows, { ids, done, make: false }),
                    },
                  ]
                : []),
              {
                name: t('remove'),
                Icon: IconUserMinus,
                run: () => open('remove', rows, { ids, done }),
                danger: true,
              },
              exported(ids),
            ]
          : undefined
      }
    />
  )
}

/** Returns the filters that queryOperator supports for one organization. */
function useMemberFilters(invited: boolean): FilterField[] {
  const t = useTexts(words)
  const roleName = useTexts(roleWords)
  const { data: codes } = useQuery(authCodeOptions)
  return useMemo(
    () =>
      filterFields(memberRules, {
        ...memberFields(t),
        role: { label: t('roles'), option: roleName },
        code: {
          label: t('codes'),
          options: codes?.map(({ code, label }) => ({ value: code, label })) ?? [],
        },
        // This filter has no field of its own. It is set only by links from the list of invitation codes.
        invitation: invited && { label: t('invitation') },
      }),
    [t, codes, invited, roleName],
  )
}
