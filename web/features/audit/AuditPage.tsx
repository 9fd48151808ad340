import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { pageRoute } from '../../lib/page.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { lazyPart } from '../../network.ts'
import { useDescribe } from '../../shared/audit/describe.ts'
import type { EventRow } from '../../shared/audit/events.ts'
import { List } from '../../shared/list/List.tsx'
import type { SearchOf } from '../../shared/list/search-params.ts'
import { useListSearch } from '../../shared/list/useListSearch.ts'
import { ExportButton } from '../../shared/transfer/ExportButton.tsx'
import { Opening } from '../../ui/dialogs/Opening.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import styles from './AuditPage.module.css'
import { auditEvents, type Scope } from './audit.ts'
import { useAuditColumns } from './auditColumns.tsx'
import { useAuditFilters } from './filters.tsx'
import { auditRules } from './search.ts'
import { words } from './words.ts'

const EventDialog = lazyPart(async () => (await import('./EventDialog.tsx')).EventDialog)

const [platform, tenant, own] = [
  pageRoute('platformRecord'),
  pageRoute('organizationRecord'),
  pageRoute('accountRecord'),
]

/** /all-management/record: the audit log of the platform. */
export const PlatformAuditPage = () => <AuditPage scope="platform" search={platform.useSearch()} />
/** /organizational-management/record: the audit log of the current organization. */
export const TenantAuditPage = () => <AuditPage scope="tenant" search={tenant.useSearch()} />
/**
 * /accountInfo/record: the audit log of the viewer's account, with the viewer's own actions and all changes
 * to the account.
 */
export const OwnAuditPage = () => <AuditPage scope="own" search={own.useSearch()} />

const sides = ['', 'by', 'about'] as const

interface Props {
  scope: Scope
  search: SearchOf<typeof auditRules>
}

function AuditPage({ scope, search }: Props) {
  const t = useTexts(words)
  const { auth, tenantId } = useSession()
  const state = useListSearch(auditRules, search)
  const scoped = { scope, accountId: auth.id, tenantId }
  const query = useQuery(auditEvents.page(state, scoped))
  const describe = useDescribe()
  const filters = useAuditFilters(scope, tenantId, state.filters.actor)
  const [dialog, setDialog] = useState<{ event: EventRow; opened: boolean }>()
  const open = useCallback((event: EventRow) => setDialog({ event, opened: true }), [])
  const columns = useAuditColumns(scope, describe, open)

  const nameOf = useCallback((event: EventRow) => describe(event).action, [describe])
  const narrow = (more: Partial<typeof state.filters>) => {
    setDialog((last) => last && { ...last, opened: false })
    state.go({ filters: { ...state.filters, ...more } })
  }
  const tenant = auth.tenants.find(({ id }) => id === tenantId)

  return (
    <>
      <PageHeader
        title={t(`title.${scope}`)}
        context={scope === 'tenant' ? tenant?.name : t(`context.${scope}`)}
      />
      <List
        name={`record.${scope}`}
        label={t(`title.${scope}`)}
        query={query}
        state={state}
        filters={filters}
        columns={columns}
        rowName={nameOf}
        tools={
          <>
            {scope === 'own' && (
              <SegmentedControl
                className={styles.sides}
                aria-label={t('sides')}
                value={state.filters.side}
                data={sides.map((side) => ({ value: side, label: t(`side.${side || 'account'}`) }))}
                onChange={(side) => narrow({ side })}
              />
            )}
            <ExportButton list="events" variables={auditEvents.variables(state, scoped)} />
          </>
        }
        empty={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
      />
      {dialog && (
        <Opening opened={dialog.opened} onClose={() => setDialog({ ...dialog, opened: false })}>
          <EventDialog
            event={dialog.event}
            scope={scope}
            opened={dialog.opened}
            onClose={() => setDialog({ ...dialog, opened: false })}
            onNarrow={narrow}
          />
        </Opening>
      )}
    </>
  )
}
