import { limits } from '../../../../contract/limits.ts'

/** Splits ids into batches of the size that a call accepts: limits.batch. */
export const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / limits.batch) }, (_, index) =>
    ids.slice(index * limits.batch, (index + 1) * limits.batch),
  )

/** Returns the combined results of `ask`, called for one batch after the other. */
export async function askInBatches<Answer>(
  ids: readonly string[],
  ask: (ids: string[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const batch of batchesOf(ids)) answers.push(...(await ask(batch)))
  return answers
}
