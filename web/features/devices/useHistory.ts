import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { historyOptions } from './device.ts'
import { lastDays, spansOf, summarize } from './history.ts'
import { useNow } from './useNow.ts'

const shownDays = 7

/** The last seven days of a device's connections, up to now. */
export function useHistory(deviceId: string) {
  const now = useNow()
  const [today] = lastDays(1, now)
  const days = useMemo(() => lastDays(shownDays, today!.start), [today!.start])
  const start = days.at(-1)!.start
  const { data, error, isFetching, refetch } = useQuery(
    historyOptions(deviceId, new Date(start).toISOString()),
  )
  const spans = useMemo(
    () => data && spansOf(data.connections, { start, now, earlier: data.earlier }),
    [data, start, now],
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
