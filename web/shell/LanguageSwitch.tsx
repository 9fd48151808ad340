import { Menu, UnstyledButton } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs'
import { useQueryClient } from '@tanstack/react-query'
import type { Locale } from '../../contract/errors.ts'
import { locales, setLocale, texts, useLocale, useTexts } from '../lib/texts.ts'
import { toast } from '../ui/toast.ts'
import styles from './Switches.module.css'

/** Each language in itself. */
const names: Record<Locale, string> = { 'zh-CN': '简体中文', 'en-US': 'English' }

/** `named` shows the language beside the icon. */
export function LanguageSwitch({ named }: { named?: boolean }) {
  const t = useTexts('shell')
  const locale = useLocale()
  const queries = useQueryClient()

  async function choose(next: Locale) {
    if (next === locale) return
    try {
      await setLocale(next)
      toast('ok', texts('shell')('languageChanged'), 'language')
      // Some of what the server answers is in words.
      await queries.invalidateQueries()
    } catch {
      toast('err', t('languageFailed'), 'language')
    }
  }

  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <UnstyledButton
          className={styles.switch}
          data-named={named || undefined}
          aria-label={`${t('language')}: ${names[locale]}`}
        >
          <IconLanguage size={18} stroke={1.6} aria-hidden />
          {named && (
            <>
              {names[locale]}
              <IconChevronDown size={14} stroke={1.6} aria-hidden />
            </>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {locales.map((each) => (
          <Menu.Item
            key={each}
            lang={each}
            aria-current={each === locale || undefined}
            rightSection={each === locale && <IconCheck size={16} stroke={1.6} aria-hidden />}
            onClick={() => void choose(each)}
          >
            {names[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
