import type { HistoryState } from '@tanstack/react-router'
import { tabStored, whenForgotten } from '../../lib/storage.ts'
import { makeStore } from '../../store.ts'

export interface Tab {
  /** One tab for each path. */
  path: string
  /** As it was last open, with its query. */
  href: string
  /** What its list was narrowed by and no URL says: in memory alone. */
  kept?: HistoryState['kept']
}

/** What a tab's menu closes, seen from that tab. The first tab stays in any case. */
export type Closing = 'this' | 'left' | 'right' | 'others' | 'all'

/** The open pages after a page has been opened: new ones at the end, known ones with their newest query. */
export function opened(tabs: readonly Tab[], tab: Tab): readonly Tab[] {
  const known = tabs.find(({ path }) => path === tab.path)
  if (!known) return [...tabs, tab]
  return known.href === tab.href && known.kept === tab.kept
    ? tabs
    : tabs.map((each) => (each === known ? tab : each))
}

/** The tabs that a closing leaves. */
export function remaining(tabs: readonly Tab[], path: string, closing: Closing): readonly Tab[] {
  const at = tabs.findIndex((tab) => tab.path === path)
  const closes: Record<Closing, (index: number) => boolean> = {
    this: (index) => index === at,
    left: (index) => index < at,
    right: (index) => index > at,
    others: (index) => index !== at,
    all: () => true,
  }
  return tabs.filter((_, index) => index === 0 || !closes[closing](index))
}

/** Where to go once `here` may be closed: it stays while it is open, then the nearest tab before it. */
export function nextOpen(before: readonly Tab[], after: readonly Tab[], here: string): Tab | undefined {
  const left = new Set(after.map((tab) => tab.path))
  const at = before.findIndex((tab) => tab.path === here)
  return before.slice(0, at + 1).findLast((tab) => left.has(tab.path)) ?? after[0]
}

const key = 'tabs'

const tabs = makeStore(read(tabStored.get(key)))
export const { get: currentTabs, use: useTabs } = tabs

export function changeTabs(next: readonly Tab[]): void {
  if (next === currentTabs()) return
  tabStored.set(key, JSON.stringify(next.map(({ path, href }) => ({ path, href }))))
  tabs.set(next)
}

whenForgotten(() => tabs.set([]))

export function read(text: string | null): readonly Tab[] {
  try {
    const given = JSON.parse(text ?? '[]') as Partial<Tab>[]
    // A URL of ours, nothing that leads elsewhere.
    return given
      .filter(({ path, href }) => typeof path === 'string' && /^\/\w/.test(path) && href?.startsWith(path))
      .map(({ path, href }) => ({ path: path!, href: href! }))
  } catch {
    return []
  }
}
