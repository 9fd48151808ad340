import { useEffect } from 'react'
import { useUnsaved } from '../../ui/dialogs/unsaved.ts'

/** Options of an approval. */
export interface Approval extends Record<string, unknown> {
  /** YYYY-MM-DD, or '' for no expiry. */
  expireAt: string
  internal: boolean
  uploadAudit: boolean
}

interface Draft {
  confirm?: Approval
  /** Reason of a rejection. */
  reject?: string
}

/** Unsent input by request, so that looking at another request or switching the decision loses nothing. */
const drafts = new Map<string, Draft>()

export const draftOf = (id: string): Draft => drafts.get(id) ?? {}

/** Called after the decision was sent or another reviewer has decided. */
export const dropDraft = (id: string): void => void drafts.delete(id)

/** Used by the review page: drafts count as unsaved changes and are dropped when the user leaves the page. */
export function useDrafts(): void {
  useUnsaved(drafts.size > 0)
  useEffect(() => () => drafts.clear(), [])
}

/** Stores the values of a form. undefined means nothing to lose. `sent`: the request is pending. */
export function useDraft<DecisionKind extends keyof Draft>(
  id: string,
  decision: DecisionKind,
  held: Draft[DecisionKind] | undefined,
  sent: boolean,
): void {
  useUnsaved(held !== undefined && !sent)
  useEffect(() => {
    const { [decision]: _, ...others } = draftOf(id)
    const draft: Draft = held === undefined ? others : { ...others, [decision]: held }
    if (Object.keys(draft).length > 0) drafts.set(id, draft)
    else drafts.delete(id)
  }, [id, decision, held])
}
