import { useEffect } from 'react'
import { useUnsaved } from '../../ui/dialogs/unsaved.ts'

/** The values that a reviewer sets when approving a request. */
export interface Approval extends Record<string, unknown> {
  /** Day in the form YYYY-MM-DD, or '' for no expiry. */
  expireAt: string
  internal: boolean
  uploadAudit: boolean
}

interface Draft {
  confirm?: Approval
  /** Reason for rejecting the request. */
  reject?: string
}

/**
 * Unsent input by request id. It is retained when the reviewer selects another request or switches between
 * approving and rejecting.
 */
const drafts = new Map<string, Draft>()

export const draftOf = (id: string): Draft => drafts.get(id) ?? {}

/**
 * Discards the draft of a request. Call this after the decision was sent, or after another reviewer has
 * decided.
 */
export const dropDraft = (id: string): void => void drafts.delete(id)

/** Treats all drafts as unsaved changes, and discards them when the user leaves the review page. */
export function useDrafts(): void {
  useUnsaved(drafts.size > 0)
  useEffect(() => () => drafts.clear(), [])
}

/**
 * Stores the input of a form as a draft. `held` is undefined if the form contains no unsent input. `sent` is
 * true while the decision is being submitted.
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
