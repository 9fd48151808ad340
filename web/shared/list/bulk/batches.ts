import { limits } from '../../../../contract/limits.ts'

/** In their order, as many at once as a call takes: limits.batch. */
export const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / limits.batch) }, (_, index) =>
    ids.slice(index * limits.batch, (index + 1) * limits.batch),
  )

/** What `ask` answers for all of them, one batch after the other. */
export async function askInBatches<Answer>(
  ids: readonly string[],
  ask: (ids: string[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const batch of batchesOf(ids)) answers.push(...(await ask(batch)))
  return answers
}
