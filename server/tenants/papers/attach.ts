import { paperLimits } from '../../../contract/papers.ts'
import { badInput } from '../../core/errors.ts'
import { isId } from '../../core/id.ts'
import { id, listOf } from '../../core/input.ts'
import type { Tx } from '../../db/open.ts'
import { claimPapers } from './store.ts'

export const paperIds = () => listOf(id(), paperLimits.each)

interface Named {
  tenantId: string
  /** Who names them. */
  accountId: string
  ids: readonly string[]
}

/** They are the organization's from then on. Throws BAD_INPUT for paperIds: expired, or another's. */
export async function takePapers(tx: Tx, { ids, ...whose }: Named): Promise<string[]> {
  const papers = [...new Set(ids.map((each) => each.toLowerCase()))]
  const gone = badInput({ paperIds: ['paper.gone'] })
  if (!papers.every(isId)) throw gone
  if (!papers.length) return papers
  const taken = await claimPapers(tx, { ...whose, ids: papers })
  if (taken.size < papers.length) throw gone
  return papers
}

/** Of an audit event: how many came, and how many went. Their names may be somebody's. */
export function paperChanges(before: readonly string[], after: readonly string[]) {
  const beside = (some: readonly string[], others: readonly string[]) =>
    some.filter((each) => !others.includes(each.toLowerCase())).length || null
  return {
    papersAdded: [null, beside(after, before)],
    papersRemoved: [
      null,
      beside(
        before,
        after.map((each) => each.toLowerCase()),
      ),
    ],
  } as const
}
