import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { stored } from '../lib/storage.ts'

/** Local storage key of the theme: `light` or `dark`. boot.ts reads it before the first paint. */
export const colorSchemeKey = 'arco-theme'

const isScheme = (value: unknown): value is MantineColorScheme => value === 'light' || value === 'dark'

let onStorage: ((event: StorageEvent) => void) | undefined

/** Light unless dark was chosen; the choice reaches the other tabs. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (otherwise) => {
    const value = stored.get(colorSchemeKey)
    return isScheme(value) ? value : otherwise
  },
  set: (value) => {
    stored.set(colorSchemeKey, value)
    markBody(value)
  },
  subscribe: (update) => {
    onStorage = ({ key, newValue }) => {
      if (key !== colorSchemeKey || !isScheme(newValue)) return
      markBody(newValue)
      update(newValue)
    }
    window.addEventListener('storage', onStorage)
  },
  unsubscribe: () => {
    if (onStorage) window.removeEventListener('storage', onStorage)
  },
  clear: () => stored.remove(colorSchemeKey),
}

/** The specification's marker: on the page's body while it is dark. */
function markBody(scheme: MantineColorScheme): void {
  if (scheme === 'dark') document.body.setAttribute('arco-theme', 'dark')
  else document.body.removeAttribute('arco-theme')
}
