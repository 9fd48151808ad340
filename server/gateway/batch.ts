import type { Database, Tx } from '../db/open.ts'

/**
 * Returns a queue that passes items that arrive at about the same time to one call of `run`, at most `max`
 * per call. Items that arrive during a call wait for the next call. `run` returns one result per item, in
 * order. If `run` throws, the promises of all items of that call reject with the error.
 */
export function createBatch<Item, Result>(run: (items: Item[]) => Promise<Result[]>, max = 500) {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let running: Promise<void> | undefined

  async function drain(): Promise<void> {
    // Waits for one turn of the event loop, so that items from other sockets are included.
    await new Promise((next) => setImmediate(next))
    while (waiting.length) {
      const batch = waiting.splice(0, max)
      try {
        const results = await run(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = undefined
  }

  return {
    add(item: Item): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      waiting.push({ item, resolve, reject })
      running ??= drain()
      return promise
    },
    /** Resolves when all items have been processed. */
    async idle(): Promise<void> {
      while (running) await running
    },
  }
}

/** Returns a `run` function for createBatch() that stores the items in one transaction. */
export const inTransaction =
  <Item>(db: Database, store: (tx: Tx, items: Item[]) => Promise<unknown>) =>
  async (items: Item[]): Promise<Item[]> => {
    await db.transaction((tx) => store(tx, items))
    return items
  }
