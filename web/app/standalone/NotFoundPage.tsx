import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconMapOff } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import { words as titles } from '../../lib/titles/words.ts'
import { Logo } from '../../ui/display/Logo.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { words } from '../words.ts'
import styles from './Standalone.module.css'

/** Shown if the URL is unknown or the account cannot open any page. */
export function NotFoundPage() {
  const t = useTexts(words)
  const title = useTexts(titles)
  return (
    <div className={styles.page}>
      <header>
        <Logo product={t('product')} />
      </header>
      <main>
        <EmptyState
          headingLevel={1}
          icon={<IconMapOff size={26} stroke={1.6} />}
          title={title('page.notFound')}
          actions={
            <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
              {t('toHome')}
            </Button>
          }
        >
          {t('notFoundText')}
        </EmptyState>
      </main>
    </div>
  )
}
