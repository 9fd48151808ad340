import { useEffect } from 'react'
import { useUnsaved } from '../../ui/dialogs/unsaved.ts'

/** Options of an approval. */
export interface Approval extends Record<string, unknown> {
  /** Day in the form YYYY-MM-DD, or '' for no expiry. */
  expireAt: string
  internal: boolean
  uploadAudit: boolean
}

interface Draft {
  confirm?: Approval
  /** Reason for a rejection. */
  reject?: string
}

/**
 * Unsent input by request, so that opening another request or switching between approving and rejecting does
 * not discard it.
 */
const drafts = new Map<string, Draft>()

export const draftOf = (id: string): Draft => drafts.get(id) ?? {}

/** Call this after the decision was sent or another reviewer has decided. */
export const dropDraft = (id: string): void => void drafts.delete(id)

/**
 * Used by the review page. Drafts count as unsaved changes and are discarded when the user leaves the page.
 */
export function useDrafts(): void {
  useUnsaved(drafts.size > 0)
  useEffect(() => () => drafts.clear(), [])
}

/**
 * Stores the input of a form as a draft. `held` is undefined if there is no input to lose. `sent` is true
 * while the decision is being submitted.
 */
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
