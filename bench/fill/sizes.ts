/** The sizes of databases that can be filled, as numbers of devices. */
export const sizes = [10_000, 300_000, 1_000_000, 10_000_000] as const
export type Size = (typeof sizes)[number]

/** Returns the number of rows of each kind for this number of devices. */
export const amounts = (size: number) => ({
  devices: size,
  accounts: size / 10,
  organizations: size / 100,
  applications: size / 10,
  events: size / 10,
  messages: size / 100,
})

/** Returns the name of a size: 10k, 300k, 1M or 10M. */
export const sizeName = (size: number): string => (size < 1e6 ? `${size / 1e3}k` : `${size / 1e6}M`)

/** Parses a list such as `10k,1m`. Throws for an unknown size. */
export const readSizes = (text: string): Size[] =>
  text.split(',').map((name) => {
    const size = sizes.find((each) => sizeName(each).toLowerCase() === name.trim().toLowerCase())
    if (!size) throw new Error(`--sizes must contain ${sizes.map(sizeName).join(', ')}, not ${name}.`)
    return size
  })
