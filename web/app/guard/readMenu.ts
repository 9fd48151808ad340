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
 * Parses a menu from the server. Ignores an invalid entry with its children, and retains its siblings.
 * `report` receives the entry's position in the menu and the reason, never the entry's content.
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
      report(`entry ${place} is ignored: ${fault}`)
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
  if (!isText(path)) return 'path is missing'
  if (!isText(name)) return 'name is missing'
  if (wrong) return `meta.${wrong} is invalid`
  if (given.title === undefined && given.locale === undefined) return 'meta.title and meta.locale are missing'
  if (children !== undefined && !Array.isArray(children)) return 'children is not a list'
  return undefined
}
