/** What the URL says: the webhook that is open, what of it is shown, and which of its deliveries. */
export interface Search {
  webhook?: string | undefined
  show?: 'waiting' | undefined
  delivery?: string | undefined
}

export const validateSearch = ({ webhook, show, delivery }: Record<string, unknown>): Search => ({
  webhook: typeof webhook === 'string' ? webhook : undefined,
  show: show === 'waiting' ? show : undefined,
  delivery: typeof delivery === 'string' ? delivery : undefined,
})
