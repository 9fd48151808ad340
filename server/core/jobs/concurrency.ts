import { required } from '../../../contract/required.ts'
import { rateLimited } from '../errors.ts'

/**
 * Limits how many tasks run at once on this server, in total and per account. The returned function reserves
 * a slot for an account and returns a function that releases the slot. Throws RATE_LIMITED if no slot is
 * free.
 */
export function createConcurrencyLimit(atOnce: { all: number; account: number }) {
  const running = new Map<string, number>()

  return (accountId: string): (() => void) => {
    const own = running.get(accountId) ?? 0
    const all = [...running.values()].reduce((sum, each) => sum + each, 0)
    if (own >= atOnce.account || all >= atOnce.all) throw rateLimited(10)
    running.set(accountId, own + 1)
    return () => {
      const rest = required(running.get(accountId), 'item of running') - 1
      if (rest) running.set(accountId, rest)
      else running.delete(accountId)
    }
  }
}
