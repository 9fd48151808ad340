import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResultOf } from '../../../lib/graphql.ts'
import type { createCredential } from '../mutations.ts'

export type Credential = ResultOf<typeof createCredential>['createDeviceCredential']

// In memory alone, and no longer than somebody is signed in: a history entry would keep the password on the disk.
const keyOf = (deviceId: string) => ['deviceCredential', deviceId]

/** The credential of a device that was made in this window, until its page is left. */
export const useMade = (deviceId: string): Credential | undefined =>
  useQuery<Credential>({ queryKey: keyOf(deviceId), queryFn: skipToken }).data

export function useKeepMade(): (credential: Credential) => void {
  const client = useQueryClient()
  return (credential) => void client.setQueryData(keyOf(credential.username), credential)
}

const leaving = new Map<string, ReturnType<typeof setTimeout>>()

/** Of the page that shows it: once that is left it is not shown again. */
export function useHoldMade(deviceId: string): void {
  const client = useQueryClient()
  useEffect(() => {
    clearTimeout(leaving.get(deviceId))
    // React may only be mounting the page twice.
    const drop = () => client.removeQueries({ queryKey: keyOf(deviceId) })
    return () => void leaving.set(deviceId, setTimeout(drop))
  }, [client, deviceId])
}
