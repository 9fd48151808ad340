import type { HistoryState } from '@tanstack/react-router'
import { required } from '../../../contract/required.ts'
import { tabStored, whenForgotten } from '../../lib/storage.ts'
import { makeStore } from '../../store.ts'

export interface Tab {
  /** Path of the page, unique among the tabs. */
  path: string
  /** The page's URL with its last query. */
  href: string
  /** Filter values of the page's list that must not appear in a URL. Stored only in memory. */
  kept?: HistoryState['kept']
}

/** Which tabs a menu item closes, relative to the tab of the menu. The first tab is never closed. */
export type CloseScope = 'this' | 'left' | 'right' | 'others' | 'all'

/**
 * Returns the tabs after a page has been opened. A new page is appended. If the page already has a tab, that
 * tab gets the new query.
 */
export function opened(tabs: readonly Tab[], tab: Tab): readonly Tab[] {
  const known = tabs.find(({ path }) => path === tab.path)
  if (!known) return [...tabs, tab]
  return known.href === tab.href && known.kept === tab.kept
    ? tabs
    : tabs.map((each) => (each === known ? tab : each))
}

/** Returns the tabs that stay open after `closing` is applied to the tab at `path`. */
export function remaining(tabs: readonly Tab[], path: string, closing: CloseScope): readonly Tab[] {
  const at = tabs.findIndex((tab) => tab.path === path)
  const closes: Record<CloseScope, (index: number) => boolean> = {
    this: (index) => index === at,
    left: (index) => index < at,
    right: (index) => index > at,
    others: (index) => index !== at,
    all: () => true,
  }
  return tabs.filter((_, index) => index === 0 || !closes[closing](index))
}

/**
 * Returns the tab to show after other tabs have been closed: `here` if it is still open, otherwise the
 * nearest tab before it.
 */
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
    // Ignores stored tabs whose path is not a path of the console.
    return given
      .filter(({ path, href }) => typeof path === 'string' && /^\/\w/.test(path) && href?.startsWith(path))
      .map(({ path, href }) => ({ path: required(path, 'path'), href: required(href, 'href') }))
  } catch {
    return []
  }
}
