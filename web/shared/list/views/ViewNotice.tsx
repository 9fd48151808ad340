import { useTexts } from '../../../lib/texts.ts'
import { useCommonWords } from '../../../ui/commonWords.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { ListState } from '../useListSearch.ts'
import styles from './Views.module.css'
import { words } from './words.ts'

/** Shown if the view in the URL cannot be opened. */
export function ViewNotice({ state: { saved, go } }: { state: ListState }) {
  const t = useTexts(words)
  const common = useCommonWords()
  const failed = saved.failed && saved.wanted
  if (!failed && !saved.gone) return null
  return (
    <div className={styles.notice}>
      <Notice
        tone="warn"
        role="alert"
        action={
          <button
            type="button"
            className="link"
            onClick={failed ? saved.retry : () => go({ view: '' }, true)}
          >
            {failed ? t('retry') : common.close}
          </button>
        }
      >
        {t(failed ? 'failed' : 'gone')}
      </Notice>
    </div>
  )
}
