import DataLoader from 'dataloader'
import type { Context } from './context.ts'

/**
 * Maximum number of keys per statement. It limits the number of parameters, and the memory for loaders that
 * return up to 100 rows per key.
 */
const keysAtOnce = 500

export interface BatchLoader<V> {
  (context: Context, key: string): Promise<V>
  /**
   * Stores a value that is already known, so that the loader does not load it. Must not be called in
   * mutations, which may change the value.
   */
  prime(context: Context, key: string, value: V): void
}

/**
 * Creates a loader that combines all keys of one tick into one statement. If there are more than `keysAtOnce`
 * keys, it uses several statements and stops once the response would be too large. `load` receives distinct
 * keys and returns a map. Keys missing from the map resolve to `missing`.
 */
export function batched<V>(
  name: string,
  load: (context: Context, keys: readonly string[]) => Promise<Map<string, V>>,
  missing: V,
): BatchLoader<V> {
  const loaderOf = (context: Context) => {
    let loader = context.loaders.get(name) as DataLoader<string, V> | undefined
    if (!loader) {
      loader = new DataLoader((keys) => loadParts(context, keys))
      context.loaders.set(name, loader)
    }
    return loader
  }
  return Object.assign((context: Context, key: string) => loaderOf(context).load(key), {
    prime: (context: Context, key: string, value: V) => void loaderOf(context).prime(key, value),
  })

  async function loadParts(context: Context, keys: readonly string[]): Promise<V[]> {
    const values: V[] = []
    let rows = 0
    while (values.length < keys.length && (context.budget?.allows(rows) ?? true)) {
      const part = keys.slice(values.length, values.length + keysAtOnce)
      const found = await load(context, part)
      for (const key of part) {
        const value = found.get(key) ?? missing
        if (Array.isArray(value)) rows += value.length
        values.push(value)
      }
    }
    // The response will be refused because of the rows loaded so far, so the remaining values are not needed.
    while (values.length < keys.length) values.push(missing)
    return values
  }
}
