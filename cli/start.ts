import type { Run } from './command.ts'

/** The promise never resolves, because the server ends the process itself. */
export const start: Run = async () => {
  await import('../server/main.ts')
  return new Promise(() => {})
}
