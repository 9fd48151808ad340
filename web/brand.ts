import { makeStore } from './store.ts'

/** The product name, logo, color and slogan that the operator has configured. */
export interface Brand {
  name: string
  /** URL path of the logo image. `null` means the Reeve logo. */
  logo: string | null
  /** Theme color as #RRGGBB. `null` means the default color. */
  color: string | null
  /** Slogan that is shown next to the sign-in form, in Chinese and English. */
  line: readonly [string, string] | null
  text: readonly [string, string] | null
}

/** Brand that is shown until the configuration has loaded. */
export const ours: Brand = { name: 'Reeve', logo: null, color: null, line: null, text: null }

const brand = makeStore(ours)
export const { get: currentBrand, use: useBrand } = brand

/** Sets the brand. Called once, after the configuration has loaded. */
export function settleBrand(next: Brand): void {
  brand.set(next)
  if (next.logo) document.querySelector('link[rel=icon]')?.setAttribute('href', next.logo)
}
