import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Pagination.layer.css'
import { Pagination } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useId, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { useTexts } from '../../lib/texts.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { NumberField, wholeNumber } from '../../ui/fields/NumberField.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { usePhone } from '../../ui/layout/usePhone.ts'
import styles from './Pager.module.css'
import { type PageSize, pageSizes } from './search-params.ts'
import { words } from './words.ts'

interface PagerProps {
  /** Row count of the list; undefined if it is unknown. */
  count: number | undefined
  /** Whether `count` is exact. If not, there are more rows than `count`. */
  exact: boolean
  page: number
  size: PageSize
  /** Cursor of the next page. Missing on the last page. */
  next?: string | null
  /** Whether the search stopped early. The remaining results can then be reached only with the cursor. */
  stopped?: boolean
  go: (next: { page?: number; after?: string; size?: PageSize }) => void
}

/** Shows the row count, the page numbers and the page size, and has a field for entering a page number. */
export function Pager({ count, exact, page, size, next = null, stopped = false, go }: PagerProps) {
  const t = useTexts(words)
  const phone = usePhone()
  const narrow = useMediaQuery('(max-width: 63.9375rem)', false, { getInitialValueInEffect: false })
  if (count === undefined) {
    return (
      <div className={styles.pager} aria-hidden="true">
        <Bar width={72} />
        <span className={styles.end}>
          <Bar width={phone ? 120 : 280} />
        </span>
      </div>
    )
  }
  // The server limits the offset. Pages beyond this limit have no numbers and can only be opened one after
  // the other.
  const pages = Math.max(1, Math.ceil(Math.min(count, exact ? limits.page.far : limits.page.offset) / size))
  const onwards = (stopped || page >= pages) && next !== null
  const unnumbered = page > pages
  return (
    <nav className={styles.pager} aria-label={t('pages')}>
      <span className={styles.total} role="status">
        {(exact || count > 0) && t(exact ? 'total' : 'totalOver', { count })}
      </span>
      {unnumbered && <span>{t('page', { page })}</span>}
      <Pagination
        className={styles.end}
        total={pages}
        value={Math.min(page, pages)}
        onChange={(number) => go({ page: number })}
        siblings={narrow ? 0 : 1}
        boundaries={phone ? 0 : 1}
        getItemProps={(each) => ({
          'aria-label': t('page', { page: each }),
          ...(unnumbered && { active: false, 'aria-current': undefined }),
        })}
        getControlProps={(control) => ({
          'aria-label': control === 'previous' ? t('previous') : t('next'),
          // On a page without a number, Previous opens the last numbered page.
          ...(control === 'previous' &&
            unnumbered && { disabled: false, onClick: () => go({ page: pages }) }),
          ...(control === 'next' &&
            onwards && { disabled: false, onClick: () => go({ page: page + 1, after: next }) }),
        })}
      />
      {!phone && (
        <>
          <Select
            className={styles.size}
            aria-label={t('pageSize')}
            value={String(size)}
            data={pageSizes.map((each) => ({ value: String(each), label: t('perPage', { count: each }) }))}
            onChange={(event) => {
              const next = pageSizes.find((each) => String(each) === event.currentTarget.value)
              if (next) go({ size: next, page: 1 })
            }}
          />
          {!narrow && pages > 1 && <Jump pages={pages} onJump={(next) => go({ page: next })} />}
        </>
      )}
    </nav>
  )
}

function Jump({ pages, onJump }: { pages: number; onJump: (page: number) => void }) {
  const t = useTexts(words)
  const id = useId()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  return (
    <form
      className={styles.jump}
      onSubmit={(event) => {
        event.preventDefault()
        const page = wholeNumber(text)
        setWrong(!page)
        if (!page) return
        onJump(Math.min(page, pages))
        setText('')
      }}
    >
      <label htmlFor={id}>{t('jump')}</label>
      <NumberField
        id={id}
        className={styles.number}
        value={text}
        error={wrong}
        enterKeyHint="go"
        onChange={(next) => {
          setText(next)
          setWrong(false)
        }}
      />
      {wrong ? (
        <span className={styles.wrong} role="alert">
          {t('jumpWrong')}
        </span>
      ) : (
        t('jumpUnit')
      )}
    </form>
  )
}
