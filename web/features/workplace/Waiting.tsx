import { Button } from '@mantine/core'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconCalendarExclamation from '@tabler/icons-react/dist/esm/icons/IconCalendarExclamation.mjs'
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs'
import IconLockX from '@tabler/icons-react/dist/esm/icons/IconLockX.mjs'
import IconMailExclamation from '@tabler/icons-react/dist/esm/icons/IconMailExclamation.mjs'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../lib/texts.ts'
import styles from './Waiting.module.css'
import type { Wait } from './waits.ts'
import { words } from './words.ts'

const icons = {
  review: IconCertificate,
  application: IconBuilding,
  expiry: IconCalendarExclamation,
  credential: IconLockX,
  email: IconMailExclamation,
} as const

/** What waits, the most pressing first: it has the one filled button. */
export function Waiting({ waits }: { waits: readonly Wait[] }) {
  const t = useTexts(words)
  const first = waits.find(({ link }) => link)
  return (
    <section className={styles.strip} aria-label={t('waiting')}>
      {waits.length === 0 && <p className={styles.none}>{t('nothingWaits')}</p>}
      {waits.length > 0 && (
        <ul className={styles.waits}>
          {waits.map((wait) => {
            const Icon = icons[wait.kind]
            return (
              <li key={wait.key} className={styles.wait}>
                <span
                  className={styles.tile}
                  style={{ background: `var(--${wait.tone}-tint)`, color: `var(--${wait.tone})` }}
                  aria-hidden
                >
                  <Icon size={18} stroke={1.6} />
                </span>
                <div className={styles.words}>
                  <div>{wait.title}</div>
                  {wait.text && <div className={styles.text}>{wait.text}</div>}
                </div>
                {wait.link && (
                  <Button
                    variant={wait === first ? 'filled' : 'default'}
                    renderRoot={(props) => <Link {...wait.link} {...props} />}
                  >
                    {wait.action}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
