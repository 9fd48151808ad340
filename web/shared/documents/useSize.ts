import { useLocale, useTexts } from '../../lib/texts.ts'
import { words } from './words.ts'

/** Returns a function that formats a size in bytes. */
export function useSize(): (bytes: number) => string {
  const t = useTexts(words)
  const locale = useLocale()
  return (bytes) => {
    const kilobytes = Math.max(1, Math.round(bytes / 1024))
    if (kilobytes < 1024) return t('size', { size: kilobytes })
    return t('sizeLarge', {
      size: (bytes / 1024 / 1024).toLocaleString(locale, { maximumFractionDigits: 1 }),
    })
  }
}
