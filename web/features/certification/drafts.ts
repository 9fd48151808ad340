import { useEffect } from 'react'
import { useUnsaved } from '../../ui/dialogs/unsaved.ts'

/** What an approval says beside that it is one. */
export interface Approval extends Record<string, unknown> {
  /** YYYY-MM-DD; '' has no end */
  expireAt: string
  internal: boolean
  uploadAudit: boolean
}

interface Draft {
  confirm?: Approval
  /** The reason. */
  reject?: string
}

/** What is filled in and not sent yet, by application: a look at another one, or at the other decision, loses none. */
const drafts = new Map<string, Draft>()

export const draftOf = (id: string): Draft => drafts.get(id) ?? {}

/** The decision was sent, or another reviewer has decided. */
export const dropDraft = (id: string): void => void drafts.delete(id)

/** Of the review page: they go with it, and until then whoever leaves it is asked. */
export function useDrafts(): void {
  useUnsaved(drafts.size > 0)
  useEffect(() => () => drafts.clear(), [])
}

/** Keeps what a form holds; undefined is nothing that would be lost. `sent`: it is under way. */
export function useDraft<DecisionKind extends keyof Draft>(
  id: string,
  way: DecisionKind,
  held: Draft[DecisionKind] | undefined,
  sent: boolean,
): void {
  useUnsaved(held !== undefined && !sent)
  useEffect(() => {
    const { [way]: _, ...others } = draftOf(id)
    const draft: Draft = held === undefined ? others : { ...others, [way]: held }
    if (Object.keys(draft).length > 0) drafts.set(id, draft)
    else drafts.delete(id)
  }, [id, way, held])
}
