import { limits } from '../../../../contract/limits.ts'

/** Splits ids into batches of the maximum size that a call accepts (limits.batch). */
export const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / limits.batch) }, (_, index) =>
    ids.slice(index * limits.batch, (index + 1) * limits.batch),
  )

/** Calls `ask` for each batch, one after the other, and returns the combined results. */
export async function askInBatches<Answer>(
  ids: readonly string[],
  ask: (ids: string[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const batch of batchesOf(ids)) answers.push(...(await ask(batch)))
  return answers
}
