import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { type DeviceDetail, refusalsOptions } from '../../device.ts'
import { inPicture, runsOf } from './refusals.ts'

/** Attempts within this many milliseconds cause only one refetch. */
const collecting = 300

/** Loads the refused attempts of a device, and refetches them after each new attempt. */
export function useRefusals({ id, refusedDateTime, currentConnect }: DeviceDetail) {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({ ...refusalsOptions(id), refetchInterval: 60_000 })
  const reportedAt = `${refusedDateTime} ${currentConnect?.status}`
  const last = useRef(reportedAt)
  useEffect(() => {
    if (last.current === reportedAt) return
    const timer = setTimeout(() => {
      last.current = reportedAt
      void client.invalidateQueries({ queryKey: refusalsOptions(id).queryKey })
    }, collecting)
    return () => clearTimeout(timer)
  }, [client, id, reportedAt])
  return useMemo(
    () => ({
      runs: data && runsOf(data),
      drawn: data ? runsOf(data, inPicture) : [],
      error: error && !data && !isFetching ? error : null,
      retry: () => void refetch(),
    }),
    [data, error, isFetching, refetch],
  )
}

export type Refusals = ReturnType<typeof useRefusals>
