import DataLoader from 'dataloader'
import type { Context } from './context.ts'

/**
 * A look-up that collects the keys of one tick into one statement, however many rows ask.
 * `load` gets distinct keys and answers a map; a key that it lacks resolves to `missing`.
 */
export function batched<V>(
  name: string,
  load: (context: Context, keys: readonly string[]) => Promise<Map<string, V>>,
  missing: V,
): (context: Context, key: string) => Promise<V> {
  return (context, key) => {
    let loader = context.loaders.get(name) as DataLoader<string, V> | undefined
    if (!loader) {
      loader = new DataLoader(async (keys) => {
        const found = await load(context, keys)
        return keys.map((key) => found.get(key) ?? missing)
      })
      context.loaders.set(name, loader)
    }
    return loader.load(key)
  }
}
