import { stored } from '../../lib/storage.ts'
import { takesText } from '../../ui/fields/takesText.ts'
import { openOverlay } from '../overlays.ts'

const key = 'shortcuts'

/** Single keys do something, unless their owner has switched that off: who dictates, or whose hand slips, may not want them. */
export const useShortcutsOn = (): boolean => stored.use(key) !== 'off'
export const switchShortcuts = (on: boolean): void => (on ? stored.remove(key) : stored.set(key, 'off'))

/** Runs the shortcut of a single key, wherever in the console it was pressed. */
export function onSingleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || isTyping(event.target) || stored.get(key) === 'off') return
  if (did(event)) event.preventDefault()
}

function did(event: KeyboardEvent): boolean {
  if (event.key === '?') {
    openOverlay('shortcuts')
    return true
  }
  if (event.key === '/') return searchList()
  if (event.key === 'ArrowDown') return walk(1)
  return event.key === 'ArrowUp' && walk(-1)
}

/** Fields that take the letter themselves, and lists and menus that walk by arrows. */
const isTyping = (target: EventTarget | null): boolean =>
  takesText(target) ||
  (target instanceof HTMLElement &&
    target.matches('[role=menu] *, [role=tab], [role=listbox], [role=option]'))

const shown = <E extends HTMLElement>(elements: Iterable<E>): E[] =>
  [...elements].filter((element) => element.offsetParent !== null)

/** The first field of the list's search. */
function searchList(): boolean {
  const [field] = shown(
    document.querySelectorAll<HTMLInputElement>('main search input:not([type=checkbox], [type=hidden])'),
  )
  field?.focus()
  field?.select()
  return field !== undefined
}

const reachable = 'a[href], button:not(:disabled), input:not(:disabled)'

/** From row to row: to the same place of the next one that has something to reach, and into a list by what leads to its rows. */
function walk(step: 1 | -1): boolean {
  const at = document.activeElement
  const row = at?.closest<HTMLTableRowElement>('main tbody tr')
  if (row ? !at!.matches(reachable) : at !== document.body && !at?.matches('main')) return false
  const rows = shown((row?.closest('table') ?? document.querySelector('main table'))?.tBodies[0]?.rows ?? [])
  const place = row ? [...row.cells].findIndex((cell) => cell.contains(at)) : -1
  const inWalk = step > 0 ? rows : rows.reverse()
  for (const next of inWalk.slice(row ? inWalk.indexOf(row) + 1 : 0)) {
    const found = next.cells[place]?.querySelector<HTMLElement>(reachable) ?? wayIn(next)
    if (!found) continue
    found.focus()
    next.scrollIntoView({ block: 'nearest' })
    return true
  }
  return false
}

const wayIn = (row: HTMLElement): HTMLElement | null =>
  row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>(reachable)
