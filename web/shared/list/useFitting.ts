import { type RefObject, useLayoutEffect, useState } from 'react'
import { required } from '../../../contract/required.ts'

interface Room {
  /** Gap between items, and width of the overflow button, in px. */
  gap: number
  more: number
  /** The item that is always visible. */
  chosen?: string | undefined
  /** Media query under which the row scrolls, so everything fits. */
  scrolls?: string
}

/**
 * Returns the items (`data-tab`) that do not fit into a row: the last ones, but never the chosen one.
 * Elements with `data-fixed` stay. Hidden items must keep their width, so it can be measured. `keys`
 * identifies all items.
 */
export function useFitting(
  row: RefObject<HTMLElement | null>,
  keys: string,
  { gap, more, chosen, scrolls }: Room,
): ReadonlySet<string> {
  const [over, setOver] = useState<readonly string[]>([])

  // Not after each render, because the browser would lay out a hundred new rows twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other keys are other elements to look at
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const next = scrolls && matchMedia(scrolls).matches ? [] : overOf(element, { gap, more, chosen })
      setOver((last) => (String(last) === String(next) ? last : next))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    // Labels and counts change.
    for (const each of element.querySelectorAll('[data-tab], [data-fixed]')) sizes.observe(each)
    return () => sizes.disconnect()
  }, [row, keys, gap, more, chosen, scrolls])
  return new Set(over)
}

function overOf(row: HTMLElement, { gap, more, chosen }: Room): string[] {
  const widthOf = (element: HTMLElement) => element.offsetWidth + gap
  const fixed = [...row.querySelectorAll<HTMLElement>('[data-fixed]')]
  const tabs = [...row.querySelectorAll<HTMLElement>('[data-tab]')]
  let room = row.clientWidth + gap - fixed.reduce((sum, each) => sum + widthOf(each), 0)
  if (tabs.reduce((sum, each) => sum + widthOf(each), 0) <= room) return []
  room -= more + gap
  const ofChosen = tabs.find((tab) => tab.dataset.tab === chosen)
  if (ofChosen) room -= widthOf(ofChosen)
  const over: string[] = []
  for (const tab of tabs) {
    if (tab === ofChosen) continue
    const width = widthOf(tab)
    // Items after the first one that does not fit are hidden too, to keep the order.
    if (over.length || width > room) over.push(required(tab.dataset.tab, 'tab'))
    else room -= width
  }
  return over
}
