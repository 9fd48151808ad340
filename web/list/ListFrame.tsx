import { Button } from '@mantine/core'
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../lib/texts.ts'
import { useCopy } from '../ui/display/clipboard.ts'
import { LoadError, type LoadErrorProps } from '../ui/feedback/LoadError.tsx'
import { EmptyState, requestOf } from '../ui/feedback/State.tsx'
import { Panel } from '../ui/layout/Panel.tsx'
import { type FilterField, FilterForm } from './FilterForm.tsx'
import styles from './List.module.css'
import { Pager } from './Pager.tsx'
import type { ListState } from './useListSearch.ts'
import { words } from './words.ts'

/** A page of rows, as the API answers. */
export interface Page<Row> {
  count: number
  countExact: boolean
  /**
   * The cursor of the next page, where the list goes on by it behind the last page that has a number, or where a search
   * has looked through so much that it gives what it has found.
   */
  next?: string | null
  data: readonly Row[]
}

/** What useQuery answers with `placeholderData: keepPreviousData`. */
interface PageQuery<Row> {
  data: Page<Row> | undefined
  error: Error | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

export interface FrameProps<Row> {
  /** Names the table and the form of filters. */
  label: string
  query: PageQuery<Row>
  state: ListState
  filters: readonly FilterField[]
  /** Where there is nothing at all. */
  empty: ReactNode
}

interface ListFrameProps<Row> extends FrameProps<Row> {
  /** The row under the filters. */
  bar: ReactNode
  /** The table. No rows: the first ones are being loaded. `stale`: they are about to be replaced. */
  children: (rows: readonly Row[] | undefined, stale: boolean) => ReactNode
  /** Under the pager. */
  foot?: ReactNode
}

/** A list page's panel: filters, bar, table, pager; and what is shown instead of rows. */
export function ListFrame<Row>({
  label,
  query,
  state,
  filters,
  empty,
  bar,
  children,
  foot,
}: ListFrameProps<Row>) {
  const { data, error } = query
  const applied = JSON.stringify(state.filters)

  // A search that stopped on its way has a page with less than it holds, and another behind it.
  const onwards =
    data?.next && data.data.length < state.size && !query.isPlaceholderData ? data.next : undefined

  // The last page can be gone by the time one gets there.
  const pages = data && Math.max(1, Math.ceil(data.count / state.size))
  const beyond =
    pages !== undefined &&
    !query.isPlaceholderData &&
    data?.data.length === 0 &&
    state.page > pages &&
    !onwards
  const { go } = state
  useEffect(() => {
    if (beyond) go({ page: pages! }, true)
  })

  const failed = error && !data && !query.isFetching
  const nothing = data?.data.length === 0 && !beyond && !onwards && !query.isPlaceholderData
  const stale = query.isPlaceholderData && query.isFetching

  return (
    <Panel padded={false} className={styles.panel!}>
      {stale && <div className={styles.progress} aria-hidden="true" />}
      <FilterForm
        key={applied}
        label={label}
        fields={filters}
        values={state.filters}
        onQuery={(values) => go({ filters: values })}
        onReset={state.clear}
      />
      {bar}
      {children(failed ? [] : data?.data, stale)}
      {onwards && (
        <SearchStopped
          none={data!.data.length === 0}
          onGo={() => go({ page: state.page + 1, after: onwards })}
        />
      )}
      {failed ? (
        <Failed query={query} />
      ) : nothing ? (
        <div className={styles.state}>
          {state.filtered ? <NothingFound filters={filters} state={state} /> : empty}
        </div>
      ) : (
        <Pager
          count={data?.count}
          exact={data?.countExact ?? true}
          page={state.page}
          size={state.size}
          next={data?.next ?? null}
          stopped={onwards !== undefined}
          go={go}
        />
      )}
      {foot}
    </Panel>
  )
}

/** Under what a search has found until it stopped: the way on. */
function SearchStopped({ none, onGo }: { none: boolean; onGo: () => void }) {
  const t = useTexts(words)
  return (
    <div className={styles.stopped}>
      <span role="status">{t(none ? 'stoppedNone' : 'stopped')}</span>
      <Button
        variant="default"
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        onClick={onGo}
      >
        {t('searchOn')}
      </Button>
    </div>
  )
}

function NothingFound({ filters, state }: { filters: readonly FilterField[]; state: ListState }) {
  const t = useTexts(words)
  const conditions = filters.flatMap(({ name, label, options, shown }) => {
    const value = state.filters[name]
    if (!value) return []
    const chosen = options?.find((option) => option.value === value)?.label ?? shown?.(value)
    return chosen ? t('condition', { label, value: chosen }) : t('conditionText', { label, value })
  })
  return (
    <EmptyState
      title={t('nothingTitle')}
      actions={
        <Button
          variant="default"
          leftSection={<IconFilterOff size={16} stroke={1.6} aria-hidden />}
          onClick={state.clear}
        >
          {t('clear')}
        </Button>
      }
    >
      {t('nothingText', { conditions: conditions.join(t('between')) })}
    </EmptyState>
  )
}

function Failed({ query }: { query: LoadErrorProps['query'] }) {
  const t = useTexts(words)
  const copy = useCopy()
  const request = requestOf(query.error)
  return (
    <div className={styles.state}>
      <LoadError
        query={query}
        title={t('failedTitle')}
        actions={
          request && (
            <Button variant="default" onClick={() => copy(request)}>
              {t('copyRequest')}
            </Button>
          )
        }
      >
        {query.error?.message}
        <br />
        {t('failedKept')}
      </LoadError>
    </div>
  )
}
