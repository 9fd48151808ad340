import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { stored } from '../lib/storage.ts'

/** Local storage key of the theme: `light` or `dark`. boot.ts reads it before the first paint. */
export const colorSchemeKey = 'arco-theme'

/** Color of the browser's toolbar (theme-color) in each theme. Must equal the navbar color in tokens.css. */
export const frameColors = { light: '#ffffff', dark: '#131519' }

const isScheme = (value: unknown): value is 'light' | 'dark' => value === 'light' || value === 'dark'

const dark = globalThis.window?.matchMedia?.('(prefers-color-scheme: dark)')

/** Returns the theme chosen in this browser, or the system theme if none is chosen. */
const present = (): 'light' | 'dark' => {
  const value = stored.get(colorSchemeKey)
  return isScheme(value) ? value : dark?.matches ? 'dark' : 'light'
}

let unfollow = (): void => undefined

/** Follows the system theme until the user chooses a theme. The chosen theme applies to all tabs. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: present,
  set: (value) => {
    stored.set(colorSchemeKey, value)
    markPage(value)
  },
  subscribe: (update) => {
    const follow = () => {
      markPage(present())
      update(present())
    }
    const onStorage = ({ key }: StorageEvent) => key === colorSchemeKey && follow()
    window.addEventListener('storage', onStorage)
    dark?.addEventListener('change', follow)
    unfollow = () => {
      window.removeEventListener('storage', onStorage)
      dark?.removeEventListener('change', follow)
    }
  },
  unsubscribe: () => unfollow(),
  clear: () => stored.remove(colorSchemeKey),
}

/**
 * Sets the body attribute that the specification requires for a dark page, and the color of the browser's
 * toolbar.
 */
function markPage(scheme: MantineColorScheme): void {
  if (scheme === 'dark') document.body.setAttribute('arco-theme', 'dark')
  else document.body.removeAttribute('arco-theme')
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', frameColors[scheme === 'dark' ? 'dark' : 'light'])
}
