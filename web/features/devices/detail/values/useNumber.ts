import { useLocale } from '../../../../lib/texts.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** Returns the number of decimals to show: at most 4 for values below 1, otherwise at most 2. */
function digitsOf(value: number): number {
  const rounded = String(Number(value.toFixed(Math.abs(value) < 1 ? 4 : 2)))
  return rounded.includes('e') ? 0 : (rounded.split('.')[1]?.length ?? 0)
}

/**
 * Returns a function that formats a number with a true minus sign (−), and with as many decimals as it and
 * its `neighbors` need.
 */
export function useNumber() {
  const locale = useLocale()
  return (value: number, neighbors: readonly number[] = []): string => {
    const digits = Math.max(...[value, ...neighbors].map(digitsOf))
    const key = `${locale} ${digits}`
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
    formats.set(key, format)
    return format.format(value).replace('-', '−')
  }
}
