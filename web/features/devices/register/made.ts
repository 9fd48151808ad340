import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResultOf } from '../../../lib/graphql.ts'
import type { createCredential } from '../mutations.ts'

export type Credential = ResultOf<typeof createCredential>['createDeviceCredential']

// The credential is stored only in memory. A history entry would survive the session, because browsers write
// history entries to disk.
const keyOf = (deviceId: string) => ['deviceCredential', deviceId]

/**
 * Returns the credential if it was just created in this tab. The credential is removed when the user leaves
 * the page that shows it.
 */
export const useMade = (deviceId: string): Credential | undefined =>
  useQuery<Credential>({ queryKey: keyOf(deviceId), queryFn: skipToken }).data

export function useKeepMade(): (credential: Credential) => void {
  const client = useQueryClient()
  return (credential) => void client.setQueryData(keyOf(credential.username), credential)
}

const leaving = new Map<string, ReturnType<typeof setTimeout>>()

/** Removes the credential when the page that shows it unmounts. */
export function useHoldMade(deviceId: string): void {
  const client = useQueryClient()
  useEffect(() => {
    clearTimeout(leaving.get(deviceId))
    // Remove the credential with a delay, because React mounts components twice in development.
    const drop = () => client.removeQueries({ queryKey: keyOf(deviceId) })
    return () => void leaving.set(deviceId, setTimeout(drop))
  }, [client, deviceId])
}
