import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResultOf } from '../../../lib/graphql.ts'
import type { createCredential } from '../mutations.ts'

export type Credential = ResultOf<typeof createCredential>['createDeviceCredential']

// The credential is stored only in memory and only during the session. A history entry would write the
// password to disk.
const keyOf = (deviceId: string) => ['deviceCredential', deviceId]

/**
 * Returns the credential that was just created in this window. It is removed when the user leaves its page.
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
    // The removal is delayed, because React mounts the page twice in development.
    const drop = () => client.removeQueries({ queryKey: keyOf(deviceId) })
    return () => void leaving.set(deviceId, setTimeout(drop))
  }, [client, deviceId])
}
