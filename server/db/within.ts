/** What `promise` comes to, unless that takes longer than `ms` milliseconds: then `late` is thrown. The work itself goes on. */
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
