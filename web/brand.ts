import { makeStore } from './store.ts'

/** What the operator calls the product, and how it looks, as the configuration says it. */
export interface Brand {
  name: string
  /** Path of a picture; null: the mark. */
  logo: string | null
  /** #RRGGBB; null: ours. */
  color: string | null
  /** Beside the sign-in, in Chinese and English. */
  line: readonly [string, string] | null
  text: readonly [string, string] | null
}

/** Ours, until the configuration is there. */
export const ours: Brand = { name: 'Reeve', logo: null, color: null, line: null, text: null }

const brand = makeStore(ours)
export const { get: currentBrand, use: useBrand } = brand

/** Once, as the configuration comes. */
export function settleBrand(next: Brand): void {
  brand.set(next)
  if (next.logo) document.querySelector('link[rel=icon]')?.setAttribute('href', next.logo)
}
