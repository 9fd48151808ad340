import { useSyncExternalStore } from 'react'
import { currentBrand } from '../../brand.ts'
import { stored } from '../../lib/storage.ts'
import { makeStore } from '../../store.ts'

/** Personal settings of the console except theme and language. Stored in this browser. */
export interface Settings {
  navbar: boolean
  menu: boolean
  /** The menu groups are in the navbar. */
  topMenu: boolean
  /** The menu opens as a drawer, as it always does on phones. */
  hideMenu: boolean
  /** The menu shows only icons. */
  menuCollapse: boolean
  /** In px. */
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

/** In px. Narrower truncates titles; wider leaves too little room for the page. */
export const menuWidths = { min: 160, max: 400 } as const

export const isMenuWidth = (width: number): boolean =>
  Number.isInteger(width) && width >= menuWidths.min && width <= menuWidths.max

const key = 'settings'

const settings = makeStore(read(stored.get(key)))
export const { get: currentSettings, use: useSettings } = settings

export function changeSettings(next: Partial<Settings>): void {
  // A menu of icons does not fit into the navbar.
  const folded = 'topMenu' in next ? { menuCollapse: false } : {}
  take({ ...currentSettings(), ...folded, ...next })
  stored.set(key, JSON.stringify(currentSettings()))
}

function take(next: Settings) {
  settings.set(next)
  show()
}

/** Whether a theme color other than the default has been applied. Most users never change it. */
let coloured = false

/** Returns the color chosen in this browser, or the operator's. */
const shownColor = () => {
  const { themeColor } = currentSettings()
  return themeColor === defaults.themeColor ? (currentBrand().color ?? themeColor) : themeColor
}

/** Applies the settings to the whole page. */
export function show(): void {
  // Set on the root element, because a filter on any other element would change the position of fixed
  // elements.
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

/** Applies the stored settings and follows the other tabs. Called once. */
export function startSettings(): void {
  show()
  window.addEventListener('storage', (event) => {
    if (event.key === key) take(read(event.newValue))
  })
}

/** Parses stored settings. Invalid values fall back to the defaults. */
export function read(text: string | null): Settings {
  let parsed: Partial<Record<string, unknown>>
  try {
    parsed = Object(JSON.parse(text ?? '{}')) as typeof parsed
  } catch {
    parsed = {}
  }
  const settings = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      typeof parsed[name] === typeof value ? parsed[name] : value,
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
