/**
 * Returns the result of `promise`. Throws `late` if the promise takes longer than `ms` milliseconds. The work
 * behind the promise is not canceled.
 */
export async function within<T>(
  ms: number,
  promise: Promise<T>,
  late = (message: string): Error => new Error(message),
): Promise<T> {
  const { promise: end, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late(`No response within ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, end])
  } finally {
    clearTimeout(timer)
  }
}
