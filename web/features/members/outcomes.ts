import type { Translate } from '../../lib/texts.ts'
import type { Result } from '../../shared/list/bulk/actions.ts'
import type { Outcome } from './mutations.ts'
import type { words } from './words.ts'

/**
 * Converts the server's outcomes to the results that doWithEach() reports. A member who was already in the
 * requested state does not count as failed.
 */
export const resultsOf = (outcomes: readonly Outcome[], t: Translate<typeof words>): Result[] =>
  outcomes.map(({ operator, held, result, message }) => ({
    id: operator.id,
    name: held.displayName || operator.name,
    changed: result === 'CHANGED',
    failed: result === 'FORBIDDEN' || result === 'CONFLICT' ? (message ?? t('notYours')) : undefined,
  }))
