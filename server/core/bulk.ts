/** The result of a bulk operation for one row, or its expected result in a preview. */
export interface Outcome<Row, Unchanged extends string> {
  before: Row
  /** The row that `decide` returned, or the same row as `before` if the row stays unchanged. */
  after: Row
  /** The row as it is stored after the call. In a preview, this is the unchanged row. */
  now: Row
  result: 'CHANGED' | Unchanged
}

/**
 * Decides how each of the locked rows changes, and saves all changed rows with one call. The caller must lock
 * the rows in a fixed order, so that concurrent calls for the same rows wait for each other instead of
 * deadlocking.
 */
export async function changeEach<Row extends { id: string }, Unchanged extends string>(
  rows: readonly Row[],
  {
    decide,
    save,
    preview = false,
  }: {
    /** Returns the changed row, or the reason why the row stays unchanged. */
    decide(row: Row): Row | Unchanged
    /** Saves the rows and returns them by id as they are stored afterwards. */
    save(changes: readonly { before: Row; after: Row }[]): Promise<ReadonlyMap<string, Row>>
    preview?: boolean
  },
): Promise<Outcome<Row, Unchanged>[]> {
  const outcomes = rows.map((before): Outcome<Row, Unchanged> => {
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

/**
 * Returns the outcomes of the rows that were changed and therefore need audit events. Empty for a preview.
 */
export const changed = <Row, Unchanged extends string>(
  outcomes: readonly Outcome<Row, Unchanged>[],
): readonly Outcome<Row, Unchanged>[] => outcomes.filter(({ before, now }) => before !== now)
