import { texts } from '../../../lib/texts.ts'
import { makeStore } from '../../../store.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { offerUndo } from '../../undo/offer.tsx'
import type { Undoable } from '../../undo/Undo.tsx'
import { words } from '../words.ts'
import { batchesOf } from './batches.ts'

/** What has become of one row. */
export interface Result {
  id: string
  name: string
  /** Why nothing was done with it, where something was to be. */
  failed?: string | undefined
  changed: boolean
}

/** One thing that is done with many rows of a list. */
export interface Action {
  /** The list's name: its bar shows how far it is. */
  list: string
  ids: readonly string[]
  /** Does it with up to limits.batch of them, all or none; throws where it is refused as a whole. */
  send: (ids: string[]) => Promise<readonly Result[]>
  /** What is said in the end. */
  done: (count: number) => string
  /** Whatever shows these rows asks anew. */
  changed: () => Promise<unknown>
  /** What takes it back, of those that it was done with, where something does; offered where they were sent at once. */
  undo?: ((ids: string[]) => Omit<Undoable, 'changed'> | undefined) | undefined
}

interface Running {
  /** Rows that were sent, of so many. */
  sent: number
  total: number
  /** Once all were sent: what is said, and what was not done. */
  end?: { said: string; failed: readonly Result[] }
}

const running = makeStore<ReadonlyMap<string, Running>>(new Map())
const show = (list: string, state: Running | undefined) => {
  const next = new Map(running.get())
  if (state) next.set(list, state)
  else next.delete(list)
  running.set(next)
}

/** The action that is under way in a list, or that has ended with rows that it was not done with. */
export const useRunning = (list: string): Running | undefined => running.use((all) => all.get(list))
export const closeAction = (list: string): void => show(list, undefined)

/**
 * Sends a action in batches, one after the other. Resolves after the first one, which throws its refusal; the others go on
 * behind the list's bar, whatever page is open, and what stops one stops those after it.
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
    const said = done(did.length)
    const listed = failed.length > 0 && total > 1
    show(list, listed ? { sent: total, total, end: { said, failed } } : undefined)
    const back = did.length && batches.length === 1 ? undo?.(did) : undefined
    if (back) offerUndo(said, { ...back, changed })
    else if (!listed) toast(did.length ? 'ok' : 'warn', failed[0]?.failed ?? said)
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
