/** What keeps the database from writing while it goes on reading. */
export type WriteFault = 'full' | 'readOnly'

const codes: Readonly<Record<string, WriteFault>> = {
  '53100': 'full',
  '25006': 'readOnly', // a standby, a primary that was demoted, or one that was set so
}

/** What an error says of writing; null: nothing. */
export const writeFaultOf = (error: unknown): WriteFault | null =>
  error instanceof Error && 'code' in error ? (codes[String(error.code)] ?? null) : null

// Sorting more than its memory takes writes 200 KB to a file beside the tables, also where the database is read only: it
// leaves nothing behind, in the tables or in the log.
const probe = `begin;
  set local work_mem = '64kB';
  select current_setting('transaction_read_only') = 'on' as "readOnly", count(*) from generate_series(1, 5000);
  commit`

/** Tries whether there is room and the right to write. Rejects where the database does not answer. */
export async function probeWrites(
  execute: (sql: string) => Promise<{ rows: { readOnly: boolean }[] }>,
): Promise<WriteFault | null> {
  try {
    const { rows } = await execute(probe)
    return rows.some(({ readOnly }) => readOnly) ? 'readOnly' : null
  } catch (error) {
    const fault = writeFaultOf(error)
    if (fault) return fault
    throw error
  }
}
