// Far below PostgreSQL's 65,535 parameters a statement with the widest row.
const batch = 500

export async function insertInBatches<T>(
  rows: readonly T[],
  insert: (rows: T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += batch) await insert(rows.slice(from, from + batch))
}
