import { type RefObject, useLayoutEffect, useState } from 'react'
import { required } from '../../../contract/required.ts'

interface Room {
  /** Both in px: the gap between items, and the width of the button that shows the hidden items. */
  gap: number
  more: number
  /** Key of the item that is always visible. */
  chosen?: string | undefined
  /** Media query. If it matches, the row scrolls, so no item is hidden. */
  scrolls?: string
}

/**
 * Returns the keys of the items (`data-tab`) that do not fit into a row. The last items are hidden first, but
 * never the chosen item. Elements with `data-fixed` are never hidden. A hidden item must keep its width, so
 * that its width can be measured. The items are measured again when `keys` changes.
 */
export function useFitting(
  row: RefObject<HTMLElement | null>,
  keys: string,
  { gap, more, chosen, scrolls }: Room,
): ReadonlySet<string> {
  const [over, setOver] = useState<readonly string[]>([])

  // This effect must not run after each render. Measuring would then make the browser lay out a hundred new
  // rows twice.
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
    // Items are observed, because the width of an item changes with its label and count.
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
    // To preserve the order, all items after the first one that does not fit are hidden too.
    if (over.length || width > room) over.push(required(tab.dataset.tab, 'tab'))
    else room -= width
  }
  return over
}
