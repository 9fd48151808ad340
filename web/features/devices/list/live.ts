import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { follow } from '../../../lib/follow.ts'
import { renewal } from '../../../lib/time/renewal.ts'
import {
  countsKey,
  type DevicePageData,
  type DeviceRow,
  deviceChanged,
  devicesKey,
  isOnline,
  pagesKey,
} from '../devices.ts'

/** Milliseconds that changes are collected, and between two renewals of what they may have moved. */
const collecting = 200
const betweenPages = 1_000
const betweenCounts = 3_000

/** What a list is filtered and sorted by; whatever else changes leaves each row where it is. */
const placeOf = (row: DeviceRow): string =>
  [row.tenant?.id, row.status, isOnline(row), row.currentConnect?.connectDateTime, row.expiredDate].join()

/**
 * Keeps the list current by the server's events: rows that are shown change in place, many at a time. The page is asked
 * for anew where rows may have come, gone or moved, at most once a second however much happens.
 */
export function useLiveDevices(tenantId: string | undefined, { enabled = true } = {}): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!enabled) return
    const places = new Map<string, string>()
    const pages = renewal(() => void client.invalidateQueries({ queryKey: pagesKey }), betweenPages)
    const counts = renewal(() => void client.invalidateQueries({ queryKey: countsKey }), betweenCounts)
    let collected = new Map<string, DeviceRow>()
    let timer: ReturnType<typeof setTimeout> | undefined

    function showCollected() {
      timer = undefined
      const changed = collected
      collected = new Map()
      for (const row of shownRows(client)) if (!places.has(row.id)) places.set(row.id, placeOf(row))
      showChanges(client, changed)
      // An answer on its way may be older than the event.
      if (client.isFetching({ queryKey: pagesKey })) pages.due()
      let moved = false
      for (const [id, row] of changed) {
        const place = placeOf(row)
        moved ||= places.get(id) !== place
        places.set(id, place)
      }
      if (moved) {
        pages.due()
        counts.due()
      }
    }

    const stop = follow(
      deviceChanged,
      { tenantId: tenantId ?? null },
      {
        onOpen: () => void client.invalidateQueries({ queryKey: devicesKey }),
        onResult({ deviceChanged: row }) {
          collected.set(row.id, row)
          timer ??= setTimeout(showCollected, collecting)
        },
      },
    )
    return () => {
      stop()
      clearTimeout(timer)
      pages.stop()
      counts.stop()
    }
  }, [client, tenantId, enabled])
}

const pagesOf = (client: QueryClient) => client.getQueriesData<DevicePageData>({ queryKey: pagesKey })

const shownRows = (client: QueryClient): DeviceRow[] =>
  pagesOf(client).flatMap(([, page]) => page?.data ?? [])

function showChanges(client: QueryClient, changed: ReadonlyMap<string, DeviceRow>): void {
  for (const [key, page] of pagesOf(client)) {
    if (!page?.data.some(({ id }) => changed.has(id))) continue
    client.setQueryData<DevicePageData>(key, {
      ...page,
      data: page.data.map((row) => changed.get(row.id) ?? row),
    })
  }
}
