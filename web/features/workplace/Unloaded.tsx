import { Bar } from '../../ui/feedback/Bar.tsx'
import { RetryLink } from '../../ui/feedback/LoadError.tsx'
import styles from './Workplace.module.css'

/** Shown instead of content that has not loaded: a skeleton, or an error with a retry button. */
export function Unloaded({ failed, retry }: { failed: string | undefined; retry: () => void }) {
  return failed ? (
    <p className={styles.none} role="alert">
      {failed} <RetryLink onRetry={retry} />
    </p>
  ) : (
    <div aria-busy="true">
      <Bar height={208} />
    </div>
  )
}
