import { useOwnQuery } from '../../lib/pageView.ts'
import type { Only } from './webhooks.ts'

const shows = ['failing', 'waiting'] as const

/** What the URL says: whose webhooks, where of one program; the one that is open, what of it is shown, and which of its deliveries. */
export interface Search {
  application?: string | undefined
  webhook?: string | undefined
  show?: (typeof shows)[number] | undefined
  delivery?: string | undefined
}

const text = (value: unknown): string | undefined => {
  // What looks like a number is read as one.
  const said = typeof value === 'number' ? String(value) : value
  return typeof said === 'string' && said ? said : undefined
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

/** Changes what is open; whose webhooks they are stays. */
export function useSearchChange({ application }: Search): (next: Omit<Search, 'application'>) => void {
  const setQuery = useOwnQuery()
  return (next) => setQuery({ application, ...next })
}
