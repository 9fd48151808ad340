import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../lib/texts.ts'
import { TimeText } from '../../../lib/time/TimeText.tsx'
import { useNow } from '../../../lib/time/useNow.ts'
import { Pager } from '../../../shared/list/Pager.tsx'
import type { SearchOf } from '../../../shared/list/search-params.ts'
import { useListSearch } from '../../../shared/list/useListSearch.ts'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { StatusText } from '../../../ui/feedback/StatusText.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { type Connection, connectionsOptions } from '../device.ts'
import { connectionRules } from '../search.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'
import { connectionsId } from './offline/OfflineAction.tsx'
import { ongoing, useDuration } from './useDuration.ts'

interface Props {
  deviceId: string
  search: SearchOf<typeof connectionRules>
}

/** Shows all connections in a table, newest first. The page number is in the URL. */
export function ConnectionsPanel({ deviceId, search }: Props) {
  const t = useTexts(words)
  const { page, size, first, go } = useListSearch(connectionRules, search)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    connectionsOptions(deviceId, first, size),
  )
  return (
    <Panel
      id={connectionsId}
      title={
        <>
          {t('connections.title')} <span className={classes.titleAbout}>{t('connections.about')}</span>
        </>
      }
      padded={false}
    >
      {error && !data && !isFetching ? (
        <div className={classes.padded}>
          <Notice tone="err" action={<RetryLink onRetry={refetch} />}>
            {error.message}
          </Notice>
        </div>
      ) : data?.count === 0 ? (
        <p className={classes.nothing}>{t('connections.none')}</p>
      ) : (
        <>
          <Connections rows={data?.data} stale={isPlaceholderData} />
          <Pager count={data?.count} exact={data?.countExact ?? true} page={page} size={size} go={go} />
        </>
      )}
    </Panel>
  )
}

function Connections({ rows, stale }: { rows: readonly Connection[] | undefined; stale: boolean }) {
  const t = useTexts(words)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus the scrollable area
    <section className={classes.scroll} aria-label={t('connections.title')} tabIndex={0}>
      <table className={classes.table} aria-busy={!rows} data-stale={stale || undefined}>
        <thead>
          <tr>
            <th scope="col">{t('connections.began')}</th>
            <th scope="col">{t('connections.ended')}</th>
            <th scope="col" data-align="right">
              {t('connections.duration')}
            </th>
            <th scope="col">{t('address')}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <ConnectionRow key={`${row.id} ${row.connectDateTime}`} row={row} />)
            : Array.from({ length: 5 }, (_, index) => (
                <tr key={index}>
                  {[120, 120, 72, 96].map((width, column) => (
                    <td key={column}>
                      <Bar width={width} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  )
}

function ConnectionRow({ row }: { row: Connection }) {
  const t = useTexts(words)
  const duration = useDuration()
  const now = useNow()
  const { connectDateTime: began, disconnectDateTime: ended, ip, address } = row
  return (
    <tr>
      <td>
        <TimeText at={began} as="dateTime" />
      </td>
      <td>
        {ended ? (
          <TimeText at={ended} as="dateTime" />
        ) : (
          <StatusText tone="ok" shape="halo">
            {t('connections.ongoing')}
          </StatusText>
        )}
      </td>
      <td data-align="right">
        {duration(ended ? Date.parse(ended) - Date.parse(began) : ongoing(now - Date.parse(began)))}
      </td>
      <td>
        {ip} {address && <span className={classes.place}>{address}</span>}
      </td>
    </tr>
  )
}
