import { useTexts } from '../../lib/texts.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import styles from './Workplace.module.css'
import { words } from './words.ts'

/** Shown instead of a panel's content: a skeleton, or the load error with a retry. */
export function Unloaded({ failed, retry }: { failed: string | undefined; retry: () => void }) {
  const t = useTexts(words)
  return failed ? (
    <p className={styles.none} role="alert">
      {failed}{' '}
      <button type="button" className="link" onClick={retry}>
        {t('retry')}
      </button>
    </p>
  ) : (
    <div aria-busy="true">
      <Bar height={208} />
    </div>
  )
}
