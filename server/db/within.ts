/**
 * Returns the result of `promise`. Throws `late` if this takes longer than `ms` milliseconds. The work itself
 * is not canceled.
 */
export async function within<T>(
  ms: number,
  promise: Promise<T>,
  late = (message: string): Error => new Error(message),
): Promise<T> {
  const { promise: end, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late(`No answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, end])
  } finally {
    clearTimeout(timer)
  }
}
