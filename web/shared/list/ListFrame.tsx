import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { IconFilterOff, IconSearch } from '#icons'
import { required } from '../../../contract/required.ts'
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

/** A page of rows, as the API returns it. */
export interface Page<Row> {
  count: number
  countExact: boolean
  /**
   * Cursor of the next page. Set if more rows follow the last numbered page, or if the search stopped early
   * with partial results.
   */
  next?: string | null
  data: readonly Row[]
}

/** Result of useQuery with `placeholderData: keepPreviousData`. */
interface PageQuery<Row> {
  data: Page<Row> | undefined
  error: Error | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

export interface FrameProps<Row> {
  /** Accessible name of both the table and the filter form. */
  label: string
  query: PageQuery<Row>
  state: ListState
  filters: readonly FilterField[]
  /** Predefined views, to the left of the saved views. */
  views?: readonly QuickView[] | undefined
  /** Shown if the list has no rows and no filter is active. */
  empty: ReactNode
}

interface ListFrameProps<Row> extends FrameProps<Row> {
  /**
   * Renders the toolbar above the filters. `filters` is the button that opens the filter sheet, if that
   * button is in the toolbar.
   */
  bar: (filters: ReactNode) => ReactNode
  /**
   * Set while rows are selected or a bulk action is running: the bar that replaces the filter form, and the
   * function to call when Esc is pressed. The filters stay active.
   */
  bulk?: { bar: ReactNode; clear: () => void } | undefined
  /**
   * Renders the table. `rows` is undefined during the first load. `stale` means that other rows are being
   * loaded.
   */
  children: (rows: readonly Row[] | undefined, stale: boolean) => ReactNode
  /** Content below the pager. */
  foot?: ReactNode
}

/**
 * Panel of a list page: toolbar, filters, table and pager, or the empty, loading or error state. The panel
 * fills the window, and only its rows scroll. On phones the whole page scrolls.
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
  const isInBar = useButtonAlone(filters)
  // This state is initialized only once, because opening a view must neither expand nor collapse the filters.
  const [open, setOpen] = useState(() => isFoldedOver(filters, state.filters, namedBy(views, state)))
  const applied = JSON.stringify(state.filters)

  // If a search stopped early, the page is incomplete and has a cursor for the remaining results.
  const onwards =
    data?.next && data.data.length < state.size && !query.isPlaceholderData ? data.next : undefined

  // Rows may have been deleted, so the page in the URL may no longer exist. The last page is then opened
  // instead.
  const pages = data && Math.max(1, Math.ceil(data.count / state.size))
  const beyond =
    pages !== undefined &&
    !query.isPlaceholderData &&
    data?.data.length === 0 &&
    state.page > pages &&
    !onwards
  const { go } = state
  useEffect(() => {
    if (beyond) go({ page: required(pages, 'pages') }, true)
  })

  // If the user submits the same filters again, the list is refetched, because the last request may have
  // failed.
  const ask = (values: ListState['filters']) => {
    const same = Object.entries(values).every(([name, value]) => value.trim() === state.filters[name])
    if (same && state.page === 1) void query.refetch()
    else go({ filters: values })
  }
  const frame = useRef<HTMLDivElement>(null)
  useEscape(frame, bulk?.clear)

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
    <Panel padded={false} className={styles.panel}>
      <div ref={frame} className={styles.frame}>
        {stale && <div className={styles.progress} aria-hidden="true" />}
        {bar(isInBar && form)}
        <div className={styles.conditions} data-covered={bulk ? '' : undefined}>
          {!isInBar && form}
          {bulk?.bar}
        </div>
        {children(failed ? [] : data?.data, stale)}
        {onwards && (
          <SearchStopped
            none={required(data, 'data').data.length === 0}
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

/**
 * Calls `leave` when Esc is pressed in the list, but not in a dialog or menu that was opened from the list.
 */
function useEscape(frame: RefObject<HTMLDivElement | null>, leave: (() => void) | undefined): void {
  useEffect(() => {
    if (!leave) return
    const onKey = ({ key, target }: KeyboardEvent) => {
      // If the element that had the focus was removed, the body receives the key event.
      const within = target === document.body || frame.current?.contains(target as Node)
      if (key === 'Escape' && within) leave()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [frame, leave])
}

/** Shown below partial results if a search stopped early. A button continues the search. */
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
