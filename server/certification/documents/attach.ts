import { documentLimits } from '../../../contract/documents.ts'
import { badInput } from '../../core/errors.ts'
import { isId } from '../../core/id.ts'
import { id, listOf } from '../../core/input.ts'
import type { Tx } from '../../db/open.ts'
import { claimDocuments } from './store.ts'

export const paperIds = () => listOf(id(), documentLimits.each)

interface DocumentSelection {
  tenantId: string
  /** The account that submits the organization request. */
  accountId: string
  ids: readonly string[]
}

/**
 * Assigns uploaded documents to the organization and returns their ids. Throws BAD_INPUT for `paperIds` if a
 * document has expired, or if it belongs to another organization or account.
 */
export async function claimForCertification(tx: Tx, { ids, ...owner }: DocumentSelection): Promise<string[]> {
  const documents = [...new Set(ids.map((each) => each.toLowerCase()))]
  const gone = badInput({ paperIds: ['document.gone'] })
  if (!documents.every(isId)) throw gone
  if (!documents.length) return documents
  const taken = await claimDocuments(tx, { ...owner, ids: documents })
  if (taken.size < documents.length) throw gone
  return documents
}

/**
 * Returns the numbers of added and removed documents for the audit log. File names are omitted, because they
 * may be personal data.
 */
export function documentChanges(before: readonly string[], after: readonly string[]) {
  const difference = (some: readonly string[], others: readonly string[]) =>
    some.filter((each) => !others.includes(each.toLowerCase())).length || null
  return {
    papersAdded: [null, difference(after, before)],
    papersRemoved: [
      null,
      difference(
        before,
        after.map((each) => each.toLowerCase()),
      ),
    ],
  } as const
}
