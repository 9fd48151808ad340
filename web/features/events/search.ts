import { useOwnQuery } from '../../lib/pageView.ts'
import type { Only } from './webhooks.ts'

const shows = ['failing', 'waiting'] as const

/**
 * URL parameters: the application or service account, the selected webhook, the state filter of the delivery
 * list, and the selected delivery.
 */
export interface Search {
  application?: string | undefined
  webhook?: string | undefined
  show?: (typeof shows)[number] | undefined
  delivery?: string | undefined
}

const text = (value: unknown): string | undefined => {
  // The router converts values that look like numbers to numbers, so convert them back.
  const textual = typeof value === 'number' ? String(value) : value
  return typeof textual === 'string' && textual ? textual : undefined
}

export const validateSearch = ({
  application,
  webhook,
  show,
  delivery,
}: Record<string, unknown>): Search => ({
  application: text(application),
  webhook: text(webhook),
  show: shows.find((each) => each === show),
  delivery: text(delivery),
})

export const onlyOf = ({ show }: Search): Only | null =>
  show === 'failing' ? 'FAILING' : show === 'waiting' ? 'WAITING' : null

/** Returns a function that sets the URL parameters but retains `application`. */
export function useSearchChange({ application }: Search): (next: Omit<Search, 'application'>) => void {
  const setQuery = useOwnQuery()
  return (next) => setQuery({ application, ...next })
}
