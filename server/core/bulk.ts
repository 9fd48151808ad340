/** What a call over several rows does with one, or would do. */
export interface Outcome<Row, Kept extends string> {
  before: Row
  /** As it then is, in a preview too. */
  after: Row
  /** As it is now. */
  now: Row
  result: 'CHANGED' | Kept
}

/**
 * Decides over each of several rows, which are locked, and changes those that it can as one set. The lock takes them in
 * one order: two calls over the same rows wait for one another and cannot deadlock.
 */
export async function changeEach<Row extends { id: string }, Kept extends string>(
  rows: readonly Row[],
  {
    decide,
    save,
    preview = false,
  }: {
    /** The row as it is to be, or why it is kept. */
    decide(row: Row): Row | Kept
    /** By id: the rows as they then are. */
    save(changes: readonly { before: Row; after: Row }[]): Promise<ReadonlyMap<string, Row>>
    preview?: boolean
  },
): Promise<Outcome<Row, Kept>[]> {
  const outcomes = rows.map((before): Outcome<Row, Kept> => {
    const decided = decide(before)
    return typeof decided === 'string'
      ? { before, after: before, now: before, result: decided }
      : { before, after: decided, now: before, result: 'CHANGED' }
  })
  const changes = outcomes.filter(({ result }) => result === 'CHANGED')
  if (preview || !changes.length) return outcomes
  const saved = await save(changes)
  return outcomes.map((outcome) => ({ ...outcome, now: saved.get(outcome.before.id) ?? outcome.now }))
}

/** Those that were changed, for their audit rows; none of a preview. */
export const changed = <Row, Kept extends string>(
  outcomes: readonly Outcome<Row, Kept>[],
): readonly Outcome<Row, Kept>[] => outcomes.filter(({ before, now }) => before !== now)
