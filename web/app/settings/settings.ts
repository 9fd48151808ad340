import { useSyncExternalStore } from 'react'
import { currentBrand } from '../../brand.ts'
import { stored } from '../../lib/storage.ts'
import { makeStore } from '../../store.ts'

/** What a person may set about the console, beside theme and language; remembered in this browser. */
export interface Settings {
  navbar: boolean
  menu: boolean
  /** The menu's groups are in the navbar. */
  topMenu: boolean
  /** The menu opens as a drawer, as it always does on a phone. */
  hideMenu: boolean
  /** The menu shows icons only. */
  menuCollapse: boolean
  /** px */
  menuWidth: number
  footer: boolean
  tabBar: boolean
  menuFromServer: boolean
  colorWeak: boolean
  /** #RRGGBB */
  themeColor: string
}

/** Specification, section 2. */
export const defaults: Settings = {
  navbar: true,
  menu: true,
  topMenu: false,
  hideMenu: false,
  menuCollapse: false,
  menuWidth: 220,
  footer: true,
  tabBar: false,
  menuFromServer: false,
  colorWeak: false,
  themeColor: '#165DFF',
}

/** px: narrower cuts the words, wider leaves no room for the page. */
export const menuWidths = { min: 160, max: 400 } as const

export const isMenuWidth = (width: number): boolean =>
  Number.isInteger(width) && width >= menuWidths.min && width <= menuWidths.max

const key = 'settings'

const settings = makeStore(read(stored.get(key)))
export const { get: currentSettings, use: useSettings } = settings

export function changeSettings(next: Partial<Settings>): void {
  // A menu of icons alone does not fit in the navbar.
  const folded = 'topMenu' in next ? { menuCollapse: false } : {}
  take({ ...currentSettings(), ...folded, ...next })
  stored.set(key, JSON.stringify(currentSettings()))
}

function take(next: Settings) {
  settings.set(next)
  show()
}

/** Another colour than the style sheet's was asked for; most never do. */
let coloured = false

/** What was chosen here, else the operator's. */
const shownColor = () => {
  const { themeColor } = currentSettings()
  return themeColor === defaults.themeColor ? (currentBrand().color ?? themeColor) : themeColor
}

/** What the settings change about the whole page. */
export function show(): void {
  // On the root element, where a filter does not move what is fixed.
  const { colorWeak } = currentSettings()
  const themeColor = shownColor()
  document.documentElement.style.filter = colorWeak ? 'invert(80%)' : ''
  if (themeColor !== defaults.themeColor || coloured) {
    coloured = true
    void import('./colors.ts').then(({ applyThemeColor }) =>
      applyThemeColor(shownColor(), defaults.themeColor),
    )
  }
}

/** Shows what is remembered, and follows the other tabs. Called once. */
export function startSettings(): void {
  show()
  window.addEventListener('storage', (event) => {
    if (event.key === key) take(read(event.newValue))
  })
}

/** What was stored, as far as it holds: anything else is as it is by default. */
export function read(text: string | null): Settings {
  let given: Partial<Record<string, unknown>>
  try {
    given = Object(JSON.parse(text ?? '{}')) as typeof given
  } catch {
    given = {}
  }
  const settings = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      typeof given[name] === typeof value ? given[name] : value,
    ]),
  ) as unknown as Settings
  const { menuWidth, themeColor } = settings
  if (!isMenuWidth(menuWidth)) settings.menuWidth = defaults.menuWidth
  if (!/^#[\da-f]{6}$/i.test(themeColor)) settings.themeColor = defaults.themeColor
  return settings
}

const narrow = globalThis.window?.matchMedia?.('(max-width: 47.9375rem)')

/** Mobile below 768 px. */
const currentDevice = (): 'desktop' | 'mobile' => (narrow?.matches ? 'mobile' : 'desktop')

export function useDevice(): 'desktop' | 'mobile' {
  return useSyncExternalStore((listener) => {
    narrow?.addEventListener('change', listener)
    return () => narrow?.removeEventListener('change', listener)
  }, currentDevice)
}
