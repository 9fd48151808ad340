import { IconChevronDown, IconLanguage } from '#icons'
import type { Locale } from '../../contract/errors.ts'
import { locales, setLocale, texts, useLocale, useTexts } from '../lib/texts.ts'
import { toast } from '../ui/feedback/toast.ts'
import styles from './Switches.module.css'
import { languages, words } from './words.ts'

/**
 * Control for selecting the language. `named` also shows the name of the current language. The control is a
 * native select, because a menu component would double the code size of the sign-in page.
 */
export function LanguageSwitch({ named }: { named?: boolean }) {
  const t = useTexts(words)
  const locale = useLocale()

  async function choose(next: Locale) {
    try {
      await setLocale(next)
      toast('ok', texts(words)('languageChanged'), 'language')
    } catch {
      toast('err', t('languageFailed'), 'language')
    }
  }

  return (
    <span className={styles.switch} data-named={named || undefined}>
      <IconLanguage size={18} stroke={1.6} aria-hidden />
      {named && (
        <>
          {languages[locale]}
          <IconChevronDown size={14} stroke={1.6} aria-hidden />
        </>
      )}
      <select
        className={styles.select}
        aria-label={t('language')}
        title={t('language')}
        value={locale}
        onChange={(event) => void choose(event.currentTarget.value as Locale)}
      >
        {locales.map((each) => (
          <option key={each} value={each} lang={each}>
            {languages[each]}
          </option>
        ))}
      </select>
    </span>
  )
}
