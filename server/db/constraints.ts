/** Thrown if a lost connection, a timeout or a shutdown makes the database unusable at the moment. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

// SQLSTATE codes and classes: https://www.postgresql.org/docs/current/errcodes-appendix.html
const unavailableClasses = ['08', '53'] // connection errors, and lack of disk space, memory or connections
const unavailableCodes = [
  '25006', // read-only: a standby, or a demoted primary
  '40001', // a standby canceled the statement because it conflicted with replication
  '40P01', // deadlock: the transaction may succeed if it is repeated
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01', // the server is shutting down
  '57P02', // the server crashed
  '57P03', // the server is starting
  '57P05', // an idle session was terminated
  '58030', // I/O error
  '25P03', // idle-in-transaction timeout
]

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/**
 * Whether the error means that the database cannot serve a valid request at the moment. The HTTP response is
 * then 503 with Retry-After.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  const code = codeOf(error)
  return unavailableCodes.includes(code) || unavailableClasses.includes(code.slice(0, 2))
}

/**
 * Whether the error means that the database server cannot be reached at all, not only that this statement
 * failed.
 */
export const isGone = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || /^(08|57P0[123])/.test(codeOf(error))

const refusedValues = [
  '22003', // number out of range
  '22007', // malformed timestamp
  '22008', // timestamp out of range
  '22021', // character that the database encoding lacks, or NUL
  '22P02', // malformed value for the column's type
  '22P05', // character that jsonb cannot store
]

/** Whether PostgreSQL rejected a value of the request that the HTTP layer should already have rejected. */
export const isRefusedValue = (error: unknown): boolean => refusedValues.includes(codeOf(error))

/**
 * Whether the error is a foreign key violation: the referenced row does not exist or has just been deleted.
 */
export const isMissingReference = (error: unknown): boolean => codeOf(error) === '23503'
