import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { follow } from '../../../lib/follow.ts'
import { renewal } from '../../../lib/time/renewal.ts'
import {
  type DevicePageData,
  type DeviceRow,
  deviceChanged,
  devices,
  devicesKey,
  isOnline,
} from '../devices.ts'

const { pagesKey, countsKey } = devices

/**
 * How long events are collected before they are applied, in milliseconds. The next two values are the minimum
 * times between two refetches of the pages and of the counts.
 */
const collecting = 200
const betweenPages = 1_000
const betweenCounts = 3_000

/**
 * Returns the values by which lists are filtered and sorted. If only other values of a device change, its row
 * does not move.
 */
const placeOf = (row: DeviceRow): string =>
  [row.tenant?.id, row.status, isOnline(row), row.currentConnect?.connectDateTime, row.expiredDate].join()

/**
 * Updates lists of devices from server events. Visible rows are updated in place, in batches. If rows may
 * have been added, removed or moved, the pages are refetched, at most once a second.
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
      // A pending response may be older than the event, so the pages are refetched after that response.
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
