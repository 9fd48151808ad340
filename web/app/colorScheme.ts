import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { stored } from '../lib/storage.ts'

/** Local storage key of the theme: `light` or `dark`. boot.ts reads it before the first paint. */
export const colorSchemeKey = 'arco-theme'

/** The colour of the browser's own frame: the navbar's (tokens.css). */
export const frameColors = { light: '#ffffff', dark: '#131519' }

const isScheme = (value: unknown): value is 'light' | 'dark' => value === 'light' || value === 'dark'

const dark = globalThis.window?.matchMedia?.('(prefers-color-scheme: dark)')

/** What was chosen in this browser; else what its system has. */
const present = (): 'light' | 'dark' => {
  const value = stored.get(colorSchemeKey)
  return isScheme(value) ? value : dark?.matches ? 'dark' : 'light'
}

let unfollow = (): void => undefined

/** As the system has it unless one was chosen; the choice reaches the other tabs. */
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

/** The specification's marker, on the page's body while it is dark; and the colour of the browser's own frame. */
function markPage(scheme: MantineColorScheme): void {
  if (scheme === 'dark') document.body.setAttribute('arco-theme', 'dark')
  else document.body.removeAttribute('arco-theme')
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', frameColors[scheme === 'dark' ? 'dark' : 'light'])
}
