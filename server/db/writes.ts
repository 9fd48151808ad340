/** Reason why the database can be read but accepts no writes. */
export type WriteFault = 'full' | 'readOnly'

const codes: Readonly<Record<string, WriteFault>> = {
  '53100': 'full',
  '25006': 'readOnly', // A standby, a demoted primary, or a server set to read-only.
}

/** Returns the reason why the database accepts no writes, or null if the error has another cause. */
export const writeFaultOf = (error: unknown): WriteFault | null =>
  error instanceof Error && 'code' in error ? (codes[String(error.code)] ?? null) : null

// The sort exceeds its memory limit, so it writes 200 KB to a temporary file next to the tables, even on a
// read-only database. A full disk makes the sort fail. The probe changes neither tables nor the WAL.
const probe = `begin;
  set local work_mem = '64kB';
  select current_setting('transaction_read_only') = 'on' as "readOnly", count(*) from generate_series(1, 5000);
  commit`

/**
 * Checks whether the database has disk space and accepts writes. Rejects if the database does not respond.
 */
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
