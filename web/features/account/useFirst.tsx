import { type ReactNode, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import classes from './Account.module.css'

/** Most accounts have fewer; the server names at most 100. */
const firstRows = 10

/** The first rows of a list and, where there are more, the button that shows the rest. */
export function useFirst<Row>(rows: readonly Row[]): { shown: readonly Row[]; more: ReactNode } {
  const t = useTexts('account')
  const [all, setAll] = useState(false)
  if (all || rows.length <= firstRows) return { shown: rows, more: null }
  return {
    shown: rows.slice(0, firstRows),
    more: (
      <button type="button" className={`link ${classes.more}`} onClick={() => setAll(true)}>
        {t('showMore', { count: rows.length - firstRows })}
      </button>
    ),
  }
}
