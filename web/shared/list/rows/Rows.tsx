import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './Rows.module.css'

interface RowsProps {
  /** They are about to be replaced. */
  stale: boolean
  /** A table; links of its rows that are plain `<a data-row>` go through the router. */
  children: ReactNode
}

/** At the most: a third of the window has the page's head, the filters and the pager. A row or card is 40 px or more. */
export const rowsInSight = (): number => Math.ceil(innerHeight / 60)

/** Where a list's rows scroll between its head and its pager. */
export function Rows({ stale, children }: RowsProps) {
  const router = useRouter()
  const area = useRef<HTMLDivElement>(null)
  /** Of the boxes that rows are chosen by, the one pressed last. */
  const pressed = useRef<Element>(null)
  useEffect(() => (area.current ? markEdges(area.current) : undefined), [])

  // One for all rows: a hundred links of the router's own cost more than a hundred rows.
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
    router.history.push(link.getAttribute('href')!)
  }

  /** With Shift, those between the last one and this become as this is. */
  function range({ target, shiftKey, isTrusted }: MouseEvent) {
    const boxes = [...area.current!.querySelectorAll<HTMLInputElement>(boxesOfRows)]
    const to = boxes.indexOf(target as HTMLInputElement)
    // What this presses itself comes by here, too.
    if (to < 0 || !isTrusted) return
    const from = boxes.indexOf(pressed.current as HTMLInputElement)
    pressed.current = boxes[to]!
    if (!shiftKey || from < 0) return
    for (const box of boxes.slice(Math.min(from, to) + 1, Math.max(from, to)))
      if (box.checked !== boxes[to]!.checked) box.click()
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

/** Says whether rows go on above and below what is seen, without drawing anything anew. */
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
