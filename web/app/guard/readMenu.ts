import type { MenuEntry } from '../../../contract/menu.ts'
import { required } from '../../../contract/required.ts'

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
const isFlag = (value: unknown): boolean => typeof value === 'boolean'

/** Type checks of the optional fields of `meta`. */
const fields: Record<string, (value: unknown) => boolean> = {
  title: isText,
  locale: isText,
  icon: isText,
  activeMenu: isText,
  order: (value) => typeof value === 'number',
  roles: (value) => Array.isArray(value) && value.every(isText),
  requiresAuth: isFlag,
  hideInMenu: isFlag,
  inOrganization: isFlag,
  ignoreCache: isFlag,
}

/**
 * Parses a menu from the server as far as possible: an invalid entry is left out with its children, and its
 * siblings stay. `report` receives the position and the reason (`2.1: no path`), never the content.
 */
export function readMenu(
  given: readonly unknown[],
  report: (fault: string) => void,
  above = '',
): MenuEntry[] {
  return given.flatMap((value, index) => {
    const place = `${above}${index + 1}`
    const fault = faultOf(Object(value))
    if (fault) {
      report(`entry ${place} is left out: ${fault}`)
      return []
    }
    const entry = value as MenuEntry
    return entry.children ? [{ ...entry, children: readMenu(entry.children, report, `${place}.`) }] : [entry]
  })
}

function faultOf({ path, name, meta, children }: Partial<Record<keyof MenuEntry, unknown>>) {
  const given = Object(meta) as Record<string, unknown>
  const wrong = Object.keys(fields).find(
    (field) => given[field] !== undefined && !required(fields[field], 'item of fields')(given[field]),
  )
  if (!isText(path)) return 'no path'
  if (!isText(name)) return 'no name'
  if (wrong) return `meta.${wrong} is not what it should be`
  if (given.title === undefined && given.locale === undefined) return 'neither meta.title nor meta.locale'
  if (children !== undefined && !Array.isArray(children)) return 'children is no list'
  return undefined
}
