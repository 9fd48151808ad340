import { useEffect, useState } from 'react'
import type { FirstSignIn } from '../../../lib/session/broker.ts'

/** Outcome of a sign-in at a provider, from the fragment of the URL to which the server redirected. */
export interface Arrival {
  /** Can be exchanged for tokens, once and only in this browser. */
  ticket: string | null
  /** Reason of a failure, one of `brokerErrors`. */
  reason: string | null
  /** Key of the source that failed. */
  source: string | null
}

/** State of a sign-in at a provider: its outcome from the URL, the identity to link, or the error. */
export interface BrokerState {
  arrival: Arrival | undefined
  /** The identity that the next sign-in links. */
  linking?: FirstSignIn
  /** Why the sign-in with a ticket failed. */
  problem?: string | undefined
}

function readArrival(): Arrival | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const ticket = fragment.get('broker')
  const reason = fragment.get('broker_error')
  return ticket || reason ? { ticket, reason, source: fragment.get('source') } : undefined
}

/** Returns the outcome of a sign-in at a provider that has just ended, and removes it from the URL. */
export function useArrival(): Arrival | undefined {
  const [arrival] = useState(readArrival)
  useEffect(() => {
    if (arrival) history.replaceState(history.state, '', location.pathname + location.search)
  }, [arrival])
  return arrival
}
