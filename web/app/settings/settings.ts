import { useSyncExternalStore } from 'react'
import { currentBrand } from '../../brand.ts'
import { stored } from '../../lib/storage.ts'
import { makeStore } from '../../store.ts'

/** Personal settings of the console, except theme and language. Stored in this browser. */
export interface Settings {
  navbar: boolean
  menu: boolean
  /** Whether the groups of the menu are in the navbar. */
  topMenu: boolean
  /** Whether the menu is a drawer. On phones it always is. */
  hideMenu: boolean
  /** Whether the menu is collapsed to icons. */
  menuCollapse: boolean
  /** Width of the expanded menu in px. */
  menuWidth: number
  footer: boolean
  tabBar: boolean
  menuFromServer: boolean
  colorWeak: boolean
  /** Theme color as #RRGGBB. */
  themeColor: string
}

/** Default settings from section 2 of the specification. */
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

/**
 * Limits of the menu width in px. A narrower menu would truncate titles, and a wider menu would leave too
 * little space for the page.
 */
export const menuWidths = { min: 160, max: 400 } as const

export const isMenuWidth = (width: number): boolean =>
  Number.isInteger(width) && width >= menuWidths.min && width <= menuWidths.max

const key = 'settings'

const settings = makeStore(read(stored.get(key)))
export const { get: currentSettings, use: useSettings } = settings

export function changeSettings(next: Partial<Settings>): void {
  // A menu in the navbar cannot be collapsed, so changing its position expands the menu.
  const folded = 'topMenu' in next ? { menuCollapse: false } : {}
  take({ ...currentSettings(), ...folded, ...next })
  stored.set(key, JSON.stringify(currentSettings()))
}

function take(next: Settings) {
  settings.set(next)
  show()
}

/**
 * Whether a theme color has been applied. Until then, colors.ts is not loaded, because most users keep the
 * default color.
 */
let coloured = false

/** Returns the theme color chosen in this browser. If none is chosen, returns the operator's theme color. */
const shownColor = () => {
  const { themeColor } = currentSettings()
  return themeColor === defaults.themeColor ? (currentBrand().color ?? themeColor) : themeColor
}

/** Applies the settings to the document. */
export function show(): void {
  // The filter must be on the root element. On any other element, it would change the position of fixed
  // elements inside.
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

/** Applies the stored settings and changes made in other tabs. Called once at startup. */
export function startSettings(): void {
  show()
  window.addEventListener('storage', (event) => {
    if (event.key === key) take(read(event.newValue))
  })
}

/** Parses stored settings. Uses the default for each invalid value. */
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

/** Returns `mobile` for windows narrower than 768 px. */
const currentDevice = (): 'desktop' | 'mobile' => (narrow?.matches ? 'mobile' : 'desktop')

export function useDevice(): 'desktop' | 'mobile' {
  return useSyncExternalStore((listener) => {
    narrow?.addEventListener('change', listener)
    return () => narrow?.removeEventListener('change', listener)
  }, currentDevice)
}
