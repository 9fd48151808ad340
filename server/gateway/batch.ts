/**
 * Collects what is asked at about the same time into one run: while one runs, the next one gathers. A run gives one
 * result an item, in order; what it throws is thrown to each of its items.
 */
export function createBatch<Item, Result>(run: (items: Item[]) => Promise<Result[]>, max = 500) {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let running: Promise<void> | undefined

  async function drain(): Promise<void> {
    // What other sockets have to say in this turn of the event loop comes along.
    await new Promise((next) => setImmediate(next))
    while (waiting.length) {
      const batch = waiting.splice(0, max)
      try {
        const results = await run(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
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
    /** Resolves once nothing is waiting. */
    async idle(): Promise<void> {
      while (running) await running
    },
  }
}
