import { Button } from '@mantine/core'
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { ApiError } from '../lib/errors.ts'
import { useTexts } from '../lib/texts.ts'
import { Panel } from '../ui/Panel.tsx'
import { EmptyState, ErrorState } from '../ui/State.tsx'
import { toast } from '../ui/toast.ts'
import type { ListState } from './address.ts'
import { type FilterField, FilterForm } from './FilterForm.tsx'
import styles from './List.module.css'
import { Pager } from './Pager.tsx'
import { useDensity, useHiddenColumns } from './preferences.ts'
import { type Column, Table } from './Table.tsx'
import { Tools } from './Tools.tsx'

/** A page of rows, as the API answers. */
export interface Page<Row> {
  count: number
  countExact: boolean
  data: readonly Row[]
}

/** What useQuery answers with `placeholderData: keepPreviousData`. */
export interface PageQuery<Row> {
  data: Page<Row> | undefined
  error: Error | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface ListProps<Row> {
  /** Its columns are remembered under it. */
  name: string
  label: string
  query: PageQuery<Row>
  state: ListState
  /** The first one always shows. */
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  filters: readonly FilterField[]
  /** Where there is nothing at all. */
  empty: ReactNode
  /** At the left of the tool bar. */
  tools?: ReactNode
  /** Makes rows selectable: what can be done with the chosen ones. `done` clears the choice. */
  bulk?: ((rows: readonly Row[], done: () => void) => ReactNode) | undefined
  closed?: (row: Row) => boolean
  actions?: ((row: Row) => ReactNode) | undefined
}

/** A list page's panel: filters, tool bar, table, pager; and what stands where rows would. */
export function List<Row>(props: ListProps<Row>) {
  const t = useTexts('list')
  const { query, state, columns, rowKey, bulk, filters } = props
  const { data, error } = query
  const [density, setDensity] = useDensity()
  const [hidden, setHidden] = useHiddenColumns(
    props.name,
    columns.filter(({ optional }) => optional).map(({ key }) => key),
  )
  const shown = useMemo(
    () => columns.filter(({ key }, index) => index === 0 || !hidden.includes(key)),
    [columns, hidden],
  )
  const applied = JSON.stringify(state.filters)
  const { chosen, choose, clear } = useChoice(rowKey, applied)

  // The last page can be gone by the time one gets there.
  const pages = data && Math.max(1, Math.ceil(data.count / state.size))
  const beyond =
    pages !== undefined && !query.isPlaceholderData && data?.data.length === 0 && state.page > pages
  const { go } = state
  useEffect(() => {
    if (beyond) go({ page: pages! }, true)
  })

  const failed = error && !data && !query.isFetching
  const nothing = data?.data.length === 0 && !beyond && !query.isPlaceholderData
  const refetching = query.isPlaceholderData && query.isFetching

  return (
    <Panel padded={false} className={styles.panel!}>
      {refetching && <div className={styles.progress} aria-hidden="true" />}
      <FilterForm
        key={applied}
        label={props.label}
        fields={filters}
        values={state.filters}
        onQuery={(values) => go({ filters: values as never })}
        onReset={state.clear}
      />
      {chosen.size > 0 && bulk ? (
        <div className={styles.bar} data-bulk="">
          <strong role="status">{t('selected', { count: chosen.size })}</strong>
          {bulk([...chosen.values()], clear)}
          <button type="button" className={styles.deselect} onClick={clear}>
            {t('deselect')}
          </button>
        </div>
      ) : (
        <div className={styles.bar}>
          {props.tools}
          <Tools
            onRefresh={() => void query.refetch()}
            density={density}
            onDensity={setDensity}
            columns={columns.slice(1)}
            hidden={hidden}
            onHidden={setHidden}
          />
        </div>
      )}
      <Table
        label={props.label}
        columns={shown}
        rows={failed ? [] : data?.data}
        expected={Math.min(state.size, 10)}
        stale={refetching}
        rowKey={rowKey}
        rowName={props.rowName}
        sort={state.sort}
        onSort={(sort) => go({ sort: sort as never })}
        density={density}
        selection={bulk && { chosen, choose, closed: props.closed }}
        actions={props.actions}
      />
      {failed ? (
        <Failed error={error} onRetry={() => void query.refetch()} />
      ) : nothing ? (
        <div className={styles.state}>
          {state.filtered ? <NothingFound filters={filters} state={state} /> : props.empty}
        </div>
      ) : (
        <Pager
          count={data?.count}
          exact={data?.countExact ?? true}
          page={state.page}
          size={state.size}
          go={go}
        />
      )}
    </Panel>
  )
}

/** The chosen rows; they outlive a change of page, not one of the filters. */
function useChoice<Row>(rowKey: (row: Row) => string, applied: string) {
  const [choice, setChoice] = useState<{ applied: string; rows: ReadonlyMap<string, Row> }>()
  const none = useMemo(() => new Map<string, Row>(), [])
  const chosen = choice?.applied === applied ? choice.rows : none
  const choose = useCallback(
    (rows: readonly Row[], taken: boolean) =>
      setChoice((last) => {
        const next = new Map(last?.applied === applied ? last.rows : [])
        for (const row of rows) {
          if (taken) next.set(rowKey(row), row)
          else next.delete(rowKey(row))
        }
        return { applied, rows: next }
      }),
    [rowKey, applied],
  )
  const clear = useCallback(() => setChoice(undefined), [])
  return { chosen, choose, clear }
}

function NothingFound({ filters, state }: { filters: readonly FilterField[]; state: ListState }) {
  const t = useTexts('list')
  const conditions = filters.flatMap(({ name, label, options }) => {
    const value = state.filters[name]
    if (!value) return []
    const chosen = options?.find((option) => option.value === value)
    return chosen ? t('condition', { label, value: chosen.label }) : t('conditionText', { label, value })
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

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTexts('list')
  const request = error instanceof ApiError ? error.requestId : undefined
  const copy = async (text: string) =>
    (await copyText(text)) ? toast('ok', t('copied')) : toast('err', t('notCopied'))
  return (
    <div className={styles.state}>
      <ErrorState
        title={t('failedTitle')}
        request={request && t('request', { id: request })}
        actions={
          <>
            <Button leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />} onClick={onRetry}>
              {t('retry')}
            </Button>
            {request && (
              <Button variant="default" onClick={() => void copy(request)}>
                {t('copyRequest')}
              </Button>
            )}
          </>
        }
      >
        {t('failedText', { reason: error.message })}
      </ErrorState>
    </div>
  )
}
