import { open, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

const fileIn = (dataDir: string) => join(dataDir, 'last-backup')

/**
 * Records the current time as the time of the last backup of the embedded database. Alerts use a metric with
 * this time.
 */
export async function recordBackup(dataDir: string): Promise<void> {
  const file = fileIn(dataDir)
  await (await open(file, 'a', 0o600)).close()
  const now = new Date()
  await utimes(file, now, now)
}

/** Returns the Unix time of the last backup, or 0 if no backup has been made. */
export async function lastBackup(dataDir: string): Promise<number> {
  const found = await stat(fileIn(dataDir)).catch(() => undefined)
  return (found?.mtimeMs ?? 0) / 1_000
}
