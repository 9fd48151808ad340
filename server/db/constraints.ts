/** The database cannot answer now: no connection, no answer in time, or shutting down. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

// SQLSTATE codes and their first two characters: https://www.postgresql.org/docs/current/errcodes-appendix.html
const unavailableClasses = ['08', '53'] // connection; out of disk, memory or connections
const unavailableCodes = [
  '25006', // read only: a standby, or a primary that was demoted
  '40001', // a standby ended it, which was in the way of what it had to apply
  '40P01', // two transactions waited for each other; this one was ended, repeating it may succeed
  '55P03', // a lock was not to be had in time
  '57014', // a statement took too long
  '57P01', // shutting down
  '57P02', // crashed
  '57P03', // starting
  '57P05', // an idle session was ended
  '58030', // input or output error
  '25P03', // a transaction was idle for too long
]

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Nothing is wrong with the request, the database cannot serve it now: answered with 503 and Retry-After. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const code = codeOf(error)
  return unavailableCodes.includes(code) || unavailableClasses.includes(code.slice(0, 2))
}

/** There is nobody to ask: not just that this statement was ended. */
export const isGone = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || /^(08|57P0[123])/.test(codeOf(error))

const refusedValues = [
  '22003', // a number out of range
  '22007', // no instant
  '22008', // an instant out of range
  '22021', // a character that the encoding has not, NUL
  '22P02', // not of the column's type
  '22P05', // a character that JSON of a column cannot hold
]

/** The database refuses a value that came with the request, which the edge has let through. */
export const isRefusedValue = (error: unknown): boolean => refusedValues.includes(codeOf(error))

/** A row that this one belongs to is not there, or was deleted a moment ago. */
export const isMissingReference = (error: unknown): boolean => codeOf(error) === '23503'
