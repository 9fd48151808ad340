import DataLoader from 'dataloader'
import type { Context } from './context.ts'

/** Keys of one statement: lists of up to 100 rows each still fit into memory, and a statement's parameters are bounded. */
const keysAtOnce = 500

export interface Batched<V> {
  (context: Context, key: string): Promise<V>
  /** Stores a value that is known already, so that it is not loaded. Not for mutations, which may change it. */
  prime(context: Context, key: string, value: V): void
}

/**
 * A look-up that collects the keys of one tick into one statement, however many rows ask; into several, one after the
 * other, where they are more than `keysAtOnce`, and into no more of them once the answer would be too much.
 * `load` gets distinct keys and answers a map; a key that it lacks resolves to `missing`.
 */
export function batched<V>(
  name: string,
  load: (context: Context, keys: readonly string[]) => Promise<Map<string, V>>,
  missing: V,
): Batched<V> {
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
    // With what was loaded the answer is refused, whatever stands for the others.
    while (values.length < keys.length) values.push(missing)
    return values
  }
}
