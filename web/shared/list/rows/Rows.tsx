import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { required } from '../../../../contract/required.ts'
import styles from './Rows.module.css'

interface RowsProps {
  /** Whether other rows are being loaded to replace these rows. */
  stale: boolean
  /** A table. Clicks on its plain `<a data-row>` links are passed to the router. */
  children: ReactNode
}

/**
 * Returns the maximum number of rows that can be visible. A row or card is at least 40 px high, and a third
 * of the window is taken up by the header, the filters and the pager.
 */
export const rowsInSight = (): number => Math.ceil(innerHeight / 60)

/**
 * Scroll area that contains the table. The table header is sticky, and the pager is outside the scroll area.
 */
export function Rows({ stale, children }: RowsProps) {
  const router = useRouter()
  const area = useRef<HTMLDivElement>(null)
  /** The row checkbox that was clicked last. */
  const pressed = useRef<Element>(null)
  useEffect(() => (area.current ? markEdges(area.current) : undefined), [])

  // A single handler serves the links of all rows, because rendering a router link takes longer than
  // rendering the rest of its row.
  function follow(event: MouseEvent) {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-row]')
    const otherwise =
      event.button ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey ||
      event.defaultPrevented
    if (!link || otherwise) return
    event.preventDefault()
    router.history.push(required(link.getAttribute('href'), 'href'))
  }

  /**
   * On Shift-click, sets all checkboxes between the last clicked checkbox and this one to the state of this
   * one.
   */
  function range({ target, shiftKey, isTrusted }: MouseEvent) {
    const boxes = [...required(area.current, 'area').querySelectorAll<HTMLInputElement>(boxesOfRows)]
    const to = boxes.indexOf(target as HTMLInputElement)
    // Ignores the clicks that this handler itself triggers.
    if (to < 0 || !isTrusted) return
    const from = boxes.indexOf(pressed.current as HTMLInputElement)
    pressed.current = required(boxes[to], 'item of boxes')
    if (!shiftKey || from < 0) return
    for (const box of boxes.slice(Math.min(from, to) + 1, Math.max(from, to)))
      if (box.checked !== required(boxes[to], 'item of boxes').checked) box.click()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is clicked are its links and boxes
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key clicks them, too
    <div
      ref={area}
      className={styles.rows}
      data-stale={stale || undefined}
      onClick={(event) => {
        follow(event)
        range(event)
      }}
    >
      {children}
    </div>
  )
}

/**
 * Sets attributes on the scroll area that show whether there are rows above or below the visible ones,
 * without rerendering. Returns a function that stops observing.
 */
function markEdges(area: HTMLElement): () => void {
  const mark = () => {
    area.toggleAttribute('data-above', area.scrollTop > 0)
    area.toggleAttribute('data-below', area.scrollTop + area.clientHeight < area.scrollHeight - 1)
  }
  const sizes = new ResizeObserver(mark)
  sizes.observe(area)
  if (area.firstElementChild) sizes.observe(area.firstElementChild)
  area.addEventListener('scroll', mark, { passive: true })
  return () => {
    sizes.disconnect()
    area.removeEventListener('scroll', mark)
  }
}

const boxesOfRows = 'tbody td:first-child > input:not(:disabled)'
