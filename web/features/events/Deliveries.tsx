import { last } from '../../../contract/required.ts'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { StatusText } from '../../ui/feedback/StatusText.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Deliveries.module.css'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'
import { onlyOf, type Search, useSearchChange } from './search.ts'
import { useHeldRows } from './useHeldRows.ts'
import { deliveriesOptions, type Webhook } from './webhooks.ts'
import { words } from './words.ts'

/**
 * Shows the deliveries of a webhook, newest first. The details of the selected delivery are next to the list
 * or, in narrow windows, in a drawer.
 */
export function Deliveries({ webhook, search }: { webhook: Webhook; search: Search }) {
  const t = useTexts(words)
  const setSearch = useSearchChange(search)
  const narrow = useMediaQuery('(max-width: 74.9375rem)', false, { getInitialValueInEffect: false })
  /** Cursors of the pages from the first page to the current page. The first cursor is null. */
  const [pages, setPages] = useState<(string | null)[]>([null])
  const query = useQuery(deliveriesOptions(webhook.id, onlyOf(search), last(pages, 'pages')))
  const { data, error, isFetching, isPlaceholderData } = query
  const held = useHeldRows(data?.data, search.delivery !== undefined && pages.length === 1)
  const chosen = search.delivery ?? (narrow ? undefined : held.rows?.[0]?.id)
  const own = { webhook: webhook.id, show: search.show }

  const show = (next: string) => {
    setPages([null])
    held.release()
    setSearch({ webhook: webhook.id, show: next === 'all' ? undefined : (next as Search['show']) })
  }
  const turn = (next: (string | null)[]) => {
    setPages(next)
    held.release()
    setSearch(own)
  }

  return (
    <Panel
      title={t('deliveries')}
      padded={false}
      actions={
        <Shown
          webhook={webhook}
          live={webhook.enabled && pages.length === 1}
          show={search.show}
          onShow={show}
        />
      }
    >
      {error && !data && !isFetching ? (
        <LoadError title={t('deliveriesFailed')} query={query} />
      ) : data && data.data.length === 0 && pages.length === 1 && !search.delivery ? (
        <EmptyState title={t(search.show ? 'noneWaiting' : 'noneTitle')}>
          {search.show ? t('noneWaitingText') : t('noneText')}
        </EmptyState>
      ) : (
        <div className={classes.split}>
          <div className={classes.left}>
            {held.fresh > 0 && (
              <button
                type="button"
                className={classes.fresh}
                onClick={() => {
                  held.release()
                  setSearch(own)
                }}
              >
                {t('fresh', { count: held.fresh })}
              </button>
            )}
            <DeliveryTable
              rows={held.rows}
              chosen={chosen}
              tried={webhook.enabled}
              stale={isPlaceholderData}
              onChoose={(delivery) => setSearch({ ...own, delivery })}
            />
            <Pages pages={pages} next={data?.next} waiting={isPlaceholderData} onTurn={turn} />
          </div>
          {narrow ? (
            <DeliveryDrawer webhook={webhook} id={chosen} onClose={() => setSearch(own)} />
          ) : (
            chosen && <DeliveryDetail key={chosen} webhook={webhook} id={chosen} />
          )}
        </div>
      )}
    </Panel>
  )
}

interface ShownProps {
  webhook: Webhook
  /** Whether new deliveries appear automatically. */
  live: boolean
  show: Search['show']
  onShow: (show: string) => void
}

/** Control that filters the deliveries by state, with a tag if new deliveries appear automatically. */
function Shown({ webhook, live, show, onShow }: ShownProps) {
  const t = useTexts(words)
  return (
    <>
      {live && (
        <span className={classes.live}>
          <StatusText tone="ok" shape="halo">
            {t('live')}
          </StatusText>
        </span>
      )}
      <SegmentedControl
        aria-label={t('show')}
        value={show ?? 'all'}
        data={[
          { value: 'all', label: t('all') },
          { value: 'failing', label: t('onlyFailing', { count: webhook.failing }) },
          { value: 'waiting', label: t('onlyWaiting', { count: webhook.waiting }) },
        ]}
        onChange={onShow}
      />
    </>
  )
}

interface PagesProps {
  /** Cursors of the pages from the first page to the current page. The first cursor is null. */
  pages: (string | null)[]
  next: string | null | undefined
  waiting: boolean
  onTurn: (pages: (string | null)[]) => void
}

function Pages({ pages, next, waiting, onTurn }: PagesProps) {
  const t = useTexts(words)
  return (
    <div className={classes.foot}>
      <span className={classes.about}>{t('kept')}</span>
      <span className={classes.pager}>
        {pages.length > 1 && (
          <Button variant="default" onClick={() => onTurn(pages.slice(0, -1))}>
            {t('newer')}
          </Button>
        )}
        {next && (
          <Button variant="default" disabled={waiting} onClick={() => onTurn([...pages, next])}>
            {t('older')}
          </Button>
        )}
      </span>
    </div>
  )
}
