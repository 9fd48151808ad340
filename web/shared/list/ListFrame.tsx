import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconFilterOff, IconSearch } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import { useCopy } from '../../ui/display/clipboard.ts'
import { LoadError, type LoadErrorProps } from '../../ui/feedback/LoadError.tsx'
import { EmptyState, requestOf } from '../../ui/feedback/State.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { type FilterField, FilterForm, isFoldedOver, useButtonAlone } from './FilterForm.tsx'
import styles from './List.module.css'
import { Pager } from './Pager.tsx'
import type { ListState } from './useListSearch.ts'
import { namedBy, type QuickView } from './views/quick.ts'
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
  /** At the left of the bar, before what was saved. */
  views?: readonly QuickView[] | undefined
  /** Where there is nothing at all. */
  empty: ReactNode
}

interface ListFrameProps<Row> extends FrameProps<Row> {
  /** The row above the filters, with their button where they have no row of their own. */
  bar: (filters: ReactNode) => ReactNode
  /** In the place of the filters, which still hold, while rows are chosen; and what Esc then does. */
  bulk?: { bar: ReactNode; clear: () => void } | undefined
  /** The table. No rows: the first ones are being loaded. `stale`: they are about to be replaced. */
  children: (rows: readonly Row[] | undefined, stale: boolean) => ReactNode
  /** Under the pager. */
  foot?: ReactNode
}

/**
 * A list page's panel: bar, filters, table, pager; and what is shown instead of rows. It is as high as the window leaves
 * room, and its rows scroll within; on a phone all of the page does.
 */
export function ListFrame<Row>({
  label,
  query,
  state,
  filters,
  views,
  empty,
  bar,
  bulk,
  children,
  foot,
}: ListFrameProps<Row>) {
  const { data, error } = query
  const beside = useButtonAlone(filters)
  // A view that is chosen moves nothing: it neither opens nor folds the filters.
  const [open, setOpen] = useState(() => isFoldedOver(filters, state.filters, namedBy(views, state)))
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

  // What is asked for once more is asked for: nothing may have come of it the last time.
  const ask = (values: ListState['filters']) => {
    const same = Object.entries(values).every(([name, value]) => value.trim() === state.filters[name])
    if (same && state.page === 1) void query.refetch()
    else go({ filters: values })
  }
  const frame = useRef<HTMLDivElement>(null)
  const leave = bulk?.clear
  useEffect(() => {
    if (!leave) return
    const onKey = ({ key, target }: KeyboardEvent) => {
      // A dialog or menu that is opened from here has its own Esc; what was pressed last may be gone.
      const within = target === document.body || frame.current?.contains(target as Node)
      if (key === 'Escape' && within) leave()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [leave])

  const failed = error && !data && !query.isFetching
  const nothing = data?.data.length === 0 && !beyond && !onwards && !query.isPlaceholderData
  const stale = query.isPlaceholderData && query.isFetching

  const form = (
    <FilterForm
      key={applied}
      label={label}
      fields={filters}
      values={state.filters}
      open={open}
      onOpen={setOpen}
      onQuery={ask}
      onReset={state.clear}
    />
  )
  return (
    <Panel padded={false} className={styles.panel!}>
      <div ref={frame} className={styles.frame}>
        {stale && <div className={styles.progress} aria-hidden="true" />}
        {bar(beside && form)}
        <div className={styles.conditions} data-covered={bulk ? '' : undefined}>
          {!beside && form}
          {bulk?.bar}
        </div>
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
      </div>
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
  const conditions = filters.flatMap(({ name, label, until, options, shown }) => {
    if (until) {
      const sides = [
        [t('rangeFrom', { label }), state.filters[name]],
        [t('rangeUntil', { label }), state.filters[until]],
      ]
      return sides.filter(([, day]) => day).map((side) => side.join(' '))
    }
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
