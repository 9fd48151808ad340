import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { last } from '../../../../contract/required.ts'
import { useNow } from '../../../lib/time/useNow.ts'
import { type DeviceDetail, historyOptions } from '../device.ts'
import { lastDays, sinceRegistered, spansOf, summarize } from './history.ts'

const shownDays = 7

/**
 * Loads the device's connections in the last seven days, and computes the online and offline spans. The time
 * before the device's registration is ignored.
 */
export function useHistory({ id, createDateTime }: Pick<DeviceDetail, 'id' | 'createDateTime'>) {
  const tick = useNow()
  const today = last(lastDays(1, tick), 'days').start
  const days = useMemo(() => lastDays(shownDays, today), [today])
  const start = last(days, 'days').start
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(
    historyOptions(id, new Date(start).toISOString()),
  )
  // The chart must not end before the newest event, even if the clock of the viewer's computer is slow.
  const newest = data?.connections[0]
  const reportedAt = Date.parse(newest?.disconnectDateTime ?? newest?.connectDateTime ?? '') || 0
  const now = Math.max(tick, dataUpdatedAt, reportedAt)
  const spans = useMemo(
    () =>
      data &&
      spansOf(data.connections, sinceRegistered({ start, now, earlier: data.earlier }, createDateTime)),
    [data, start, now, createDateTime],
  )
  const summary = useMemo(() => spans && summarize(spans), [spans])
  return {
    now,
    days,
    spans,
    summary,
    cut: data?.cut ? data.connections.length : 0,
    error: error && !data && !isFetching ? error : null,
    retry: () => void refetch(),
  }
}

export type DrawnHistory = ReturnType<typeof useHistory>
