import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { follow } from '../../../lib/follow.ts'
import { usePermission } from '../../../lib/session/permission.ts'
import { type DeviceDetail, deviceOptions, oneChanged } from '../device.ts'

const connectedAs = (device: DeviceDetail | null | undefined) =>
  `${device?.currentConnect?.connectDateTime} ${device?.currentConnect?.status}`

/** Loads a device. Server events keep the device and its connections up to date. */
export function useDevice(id: string) {
  const client = useQueryClient()
  const options = deviceOptions(id)
  const query = useQuery({ ...options, refetchInterval: 60_000 })
  const manages = usePermission(['account_management'])
  const there = Boolean(query.data)
  // Viewers who cannot manage all devices can subscribe only to the devices of one organization.
  const tenantId = manages ? null : (query.data?.tenant?.id ?? null)

  useEffect(() => {
    if (!there) return
    const { queryKey } = deviceOptions(id)
    return follow(
      oneChanged,
      { id, tenantId },
      {
        onOpen: () => void client.invalidateQueries({ queryKey }),
        onResult({ deviceChanged: device }) {
          // A pending response may be older than the event, so it is discarded.
          void client.cancelQueries({ queryKey, exact: true })
          client.setQueryData(queryKey, device)
        },
      },
    )
  }, [client, id, tenantId, there])

  // Refetch the connections when the device's current connection changes, because the loaded list does not
  // contain the new connection yet.
  const connected = connectedAs(query.data)
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (!there) return
    if (last.current !== undefined && last.current !== connected)
      for (const part of ['history', 'connections'])
        void client.invalidateQueries({ queryKey: [...deviceOptions(id).queryKey, part] })
    last.current = connected
  }, [client, id, there, connected])

  return query
}
