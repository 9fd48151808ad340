// Number of rows per statement. Even with the widest rows, a statement stays far below PostgreSQL's limit of
// 65,535 parameters.
const batch = 500

export async function insertInBatches<T>(
  rows: readonly T[],
  insert: (rows: T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += batch) await insert(rows.slice(from, from + batch))
}
