/** Of devices. */
export const sizes = [10_000, 300_000, 1_000_000, 10_000_000] as const
export type Size = (typeof sizes)[number]

/** What a size comes to: accounts a tenth of the devices, organizations a hundredth. */
export const amounts = (size: number) => ({
  devices: size,
  accounts: size / 10,
  organizations: size / 100,
  events: size / 10,
  messages: size / 100,
})

/** 10k, 300k, 1M, 10M. */
export const sizeName = (size: number): string => (size < 1e6 ? `${size / 1e3}k` : `${size / 1e6}M`)

/** Of `10k,1m` and the like. Throws for a size that there is none of. */
export const readSizes = (text: string): Size[] =>
  text.split(',').map((name) => {
    const size = sizes.find((each) => sizeName(each).toLowerCase() === name.trim().toLowerCase())
    if (!size) throw new Error(`--sizes takes ${sizes.map(sizeName).join(', ')}; ${name} is none of them.`)
    return size
  })
