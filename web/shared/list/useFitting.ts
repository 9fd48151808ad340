import { type RefObject, useLayoutEffect, useState } from 'react'

interface Room {
  /** Between two of them, and of what opens the rest, px. */
  gap: number
  more: number
  /** The one that always shows. */
  chosen?: string | undefined
  /** Where the row scrolls, as a media query: there all fit. */
  scrolls?: string
}

/**
 * Which ones of a row do not fit, by `data-tab`: the last ones, but never the chosen one. What has `data-fixed` stays. Those
 * that do not fit keep their width where they are hidden, so that they can be measured.
 * `keys`: of all of them, in one string.
 */
export function useFitting(
  row: RefObject<HTMLElement | null>,
  keys: string,
  { gap, more, chosen, scrolls }: Room,
): ReadonlySet<string> {
  const [over, setOver] = useState<readonly string[]>([])

  // Not after each drawing: it would have the browser lay out a hundred new rows twice.
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
    // Names and numbers change.
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
    // Behind one that does not fit none does: they keep their order.
    if (over.length || width > room) over.push(tab.dataset.tab!)
    else room -= width
  }
  return over
}
