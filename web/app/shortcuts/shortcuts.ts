import { required } from '../../../contract/required.ts'
import { stored } from '../../lib/storage.ts'
import { takesText } from '../../ui/fields/takesText.ts'
import { openOverlay } from '../overlays.ts'

const key = 'shortcuts'

/**
 * Whether single-key shortcuts are on. They can be turned off, because speech input or a tremor can trigger
 * them by accident.
 */
export const useShortcutsOn = (): boolean => stored.use(key) !== 'off'
export const switchShortcuts = (on: boolean): void => (on ? stored.remove(key) : stored.set(key, 'off'))

/** Runs the single-key shortcut for a key press anywhere in the console. */
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

/**
 * Whether the target element handles the key itself: a text field, or a list or menu with arrow-key
 * navigation.
 */
const isTyping = (target: EventTarget | null): boolean =>
  takesText(target) ||
  (target instanceof HTMLElement &&
    target.matches('[role=menu] *, [role=tab], [role=listbox], [role=option]'))

const shown = <E extends HTMLElement>(elements: Iterable<E>): E[] =>
  [...elements].filter((element) => element.offsetParent !== null)

/** Focuses the first search field of the list. Returns whether there is such a field. */
function searchList(): boolean {
  const [field] = shown(
    document.querySelectorAll<HTMLInputElement>('main search input:not([type=checkbox], [type=hidden])'),
  )
  field?.focus()
  field?.select()
  return field !== undefined
}

const reachable = 'a[href], button:not(:disabled), input:not(:disabled)'

/**
 * Moves the focus to the next or previous row with a focusable element, and stays in the same column if
 * possible. If the focus is outside the list, moves it into the list. Returns whether the focus has moved.
 */
function walk(step: 1 | -1): boolean {
  const at = document.activeElement
  const row = at?.closest<HTMLTableRowElement>('main tbody tr')
  if (row ? !required(at, 'at').matches(reachable) : at !== document.body && !at?.matches('main'))
    return false
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
