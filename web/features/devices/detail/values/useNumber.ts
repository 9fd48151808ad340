import { useLocale } from '../../../../lib/texts.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** Digits behind the point of a number, as many as tell small ones apart. */
function digitsOf(value: number): number {
  const rounded = String(Number(value.toFixed(Math.abs(value) < 1 ? 4 : 2)))
  return rounded.includes('e') ? 0 : (rounded.split('.')[1]?.length ?? 0)
}

/** Values as they are read, with a true minus sign: those of one number all with as many digits. */
export function useNumber() {
  const locale = useLocale()
  return (value: number, beside: readonly number[] = []): string => {
    const digits = Math.max(...[value, ...beside].map(digitsOf))
    const key = `${locale} ${digits}`
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
    formats.set(key, format)
    return format.format(value).replace('-', '−')
  }
}
