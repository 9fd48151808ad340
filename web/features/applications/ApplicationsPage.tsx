import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { applicationRules } from '../../../contract/lists.ts'
import { applicationKinds } from '../../../contract/states.ts'
import { pageRoute } from '../../lib/page.ts'
import { useTexts } from '../../lib/texts.ts'
import { filterFields } from '../../shared/list/filterFields.ts'
import { List } from '../../shared/list/List.tsx'
import type { Filters } from '../../shared/list/search-params.ts'
import { useListSearch } from '../../shared/list/useListSearch.ts'
import type { QuickView } from '../../shared/list/views/quick.ts'
import { words as listWords } from '../../shared/list/words.ts'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { NewButton } from '../../ui/layout/NewButton.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useApplicationColumns } from './applicationColumns.tsx'
import { applications, detailPath } from './applications.ts'
import { useApplicationDialogs } from './dialogs/dialogs.ts'
import { KindCards } from './KindName.tsx'
import { listedUseOptions } from './usage/usage.ts'
import { words } from './words.ts'

const route = pageRoute('applicationManagement')

/** /all-management/application-management: all applications of the platform. */
export function ApplicationsPage() {
  const t = useTexts(words)
  const { open, dialog } = useApplicationDialogs()
  const state = useListSearch(applicationRules, route.useSearch(), 'APPLICATIONS')
  const query = useQuery(applications.page(state))
  const ids = useMemo(() => query.data?.data.map(({ id }) => id) ?? [], [query.data])
  const { data: uses, isError } = useQuery(listedUseOptions(ids))
  const views = useKindViews(state.filters)
  const columns = useApplicationColumns(uses, isError)
  const filters = useMemo(
    () =>
      filterFields(applicationRules, {
        q: { label: t('search'), placeholder: t('searchPlaceholder') },
        // The tabs above the list already filter by kind.
        kind: false,
      }),
    [t],
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        context={t('context')}
        actions={<NewButton label={t('create')} short={t('createShort')} onClick={() => open('create')} />}
      />
      <List
        name="applications"
        label={t('list')}
        query={query}
        state={state}
        columns={columns}
        views={views}
        filters={filters}
        empty={
          <EmptyState
            title={t('empty.title')}
            actions={<KindCards onChoose={(kind) => open('create', [kind])} />}
          >
            {t('empty.text')}
          </EmptyState>
        }
        actions={(row) => (
          <Link
            to={detailPath}
            params={{ id: row.id }}
            className="link"
            aria-label={t('viewOf', { name: row.name })}
          >
            {t('view')}
          </Link>
        )}
      />
      {dialog}
    </>
  )
}

const kindViews = (['', ...applicationKinds] as const).map((kind) => ({
  key: kind || 'all',
  filters: { kind },
}))
const viewFilters = Object.fromEntries(kindViews.map(({ key, filters }) => [key, filters]))

/**
 * Returns the tabs: all applications, and one view per kind. Each tab shows the number of applications that
 * match the search.
 */
function useKindViews(filters: Filters<typeof applicationRules.filters>): QuickView[] {
  const t = useTexts(words)
  const list = useTexts(listWords)
  const { data } = useQuery(applications.counts(viewFilters, filters))
  return kindViews.map((view) => ({
    ...view,
    label: view.filters.kind ? t(`kind.${view.filters.kind}`) : list('all'),
    count: data?.[view.key],
    sort: null,
  }))
}
