import { texts } from '../../../lib/texts.ts'
import { makeStore } from '../../../store.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { offerUndo } from '../../undo/offer.tsx'
import type { UndoAction } from '../../undo/Undo.tsx'
import { words } from '../words.ts'
import { batchesOf } from './batches.ts'

/** Result of an action for one row. */
export interface Result {
  id: string
  name: string
  /** Why the action failed for this row. */
  failed?: string | undefined
  changed: boolean
}

/** An action on any number of rows of a list. */
export interface Action {
  /** Name of the list whose bar shows the progress. */
  list: string
  ids: readonly string[]
  /**
   * Runs the action for up to limits.batch rows. Throws an error if the server rejects the whole call, in
   * which case no row has changed.
   */
  send: (ids: string[]) => Promise<readonly Result[]>
  /** Returns the text that is shown after the action. */
  done: (count: number) => string
  /** Invalidates all queries that show these rows. */
  changed: () => Promise<unknown>
  /**
   * Returns how to undo the action for the rows that it changed, or undefined if it cannot be undone. Undo is
   * offered only if all these rows fit into a single request.
   */
  undo?: ((ids: string[]) => Omit<UndoAction, 'changed'> | undefined) | undefined
}

interface BulkRun {
  /** Number of rows that have been sent, out of `total`. */
  sent: number
  total: number
  /** Set if the action has ended and failed for some rows: the text to show, and these rows. */
  end?: { message: string; failed: readonly Result[] }
}

const running = makeStore<ReadonlyMap<string, BulkRun>>(new Map())
const show = (list: string, state: BulkRun | undefined) => {
  const next = new Map(running.get())
  if (state) next.set(list, state)
  else next.delete(list)
  running.set(next)
}

/** Returns the action that is running in a list, or the last action if it failed for some rows. */
export const useRunning = (list: string): BulkRun | undefined => running.use((all) => all.get(list))
export const closeAction = (list: string): void => show(list, undefined)

/**
 * Sends an action in batches, one after the other. Resolves after the first batch, or throws an error if the
 * server rejects that batch. The other batches are sent in the background, even if the user opens another
 * page. If the server rejects a batch, no further batches are sent.
 */
export async function doWithEach({ list, ids, send, done, changed, undo }: Action): Promise<void> {
  const batches = batchesOf(ids)
  const results: Result[] = []
  const total = ids.length
  if (batches.length > 1) show(list, { sent: 0, total })

  async function sendOne(batch: string[]) {
    const answer = await send(batch)
    const answered = new Set(answer.map(({ id }) => id))
    results.push(...answer)
    const gone = texts(words)('gone')
    for (const id of batch)
      if (!answered.has(id)) results.push({ id, name: id, failed: gone, changed: false })
    if (batches.length > 1) show(list, { sent: results.length, total })
  }

  async function sendOthers() {
    for (const batch of batches.slice(1)) {
      try {
        await sendOne(batch)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const left = ids.slice(results.length)
        results.push(...left.map((id) => ({ id, name: id, failed: reason, changed: false })))
        return
      }
    }
  }

  async function end() {
    const did = results.filter((each) => each.changed).map(({ id }) => id)
    const failed = results.filter((each) => each.failed !== undefined)
    const message = done(did.length)
    const listed = failed.length > 0 && total > 1
    show(list, listed ? { sent: total, total, end: { message, failed } } : undefined)
    const back = did.length && batches.length === 1 ? undo?.(did) : undefined
    if (back) offerUndo(message, { ...back, changed })
    else if (!listed) toast(did.length ? 'ok' : 'warn', failed[0]?.failed ?? message)
    await changed()
  }

  try {
    await sendOne(batches[0] ?? [])
  } catch (error) {
    show(list, undefined)
    throw error
  }
  if (batches.length > 1) void sendOthers().then(end)
  else await end()
}
