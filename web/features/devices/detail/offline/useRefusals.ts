import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { type DeviceDetail, refusalsOptions } from '../../device.ts'
import { inPicture, runsOf } from './refusals.ts'

/** Milliseconds: a device that tries many times a second has its tries asked for once. */
const collecting = 300

/** The refused tries of a device, anew with each one that it is told of. */
export function useRefusals({ id, refusedDateTime, currentConnect }: DeviceDetail) {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({ ...refusalsOptions(id), refetchInterval: 60_000 })
  const notified = `${refusedDateTime} ${currentConnect?.status}`
  const last = useRef(notified)
  useEffect(() => {
    if (last.current === notified) return
    const timer = setTimeout(() => {
      last.current = notified
      void client.invalidateQueries({ queryKey: refusalsOptions(id).queryKey })
    }, collecting)
    return () => clearTimeout(timer)
  }, [client, id, notified])
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
