/**
 * Runs before the first paint, from a file of its own (the policy allows no inline script): the remembered theme (the
 * system's where none was chosen) and language, the outline of the page to come, and the chunks that it will ask for. It is printed as text into
 * that file (vite.config.ts), so it uses nothing but its argument.
 */
export interface BootOptions {
  keys: { theme: string; locale: string; token: string; refreshToken: string }
  /** Of the browser's own frame, by theme. */
  frameColors: { light: string; dark: string }
  /** How the paths behind the sign-in begin. */
  pages: string[]
  /** The path that opens first behind it. */
  landing: string
  /** Addresses of scripts and styles by what needs them, as in `console`; empty while developing. */
  chunks: Record<string, string[]>
}

export function boot({ keys, frameColors, pages, landing, chunks }: BootOptions): void {
  const read = (key: string) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const root = document.documentElement
  const chosen = read(keys.theme)
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const scheme = chosen === 'dark' || chosen === 'light' ? chosen : system
  const dark = scheme === 'dark'
  root.setAttribute('data-mantine-color-scheme', scheme)
  const frame = document.createElement('meta')
  frame.name = 'theme-color'
  frame.content = frameColors[scheme]
  document.head.append(frame)
  // The marker of the specification; the body is not there yet.
  if (dark) addEventListener('DOMContentLoaded', () => document.body.setAttribute('arco-theme', 'dark'))
  // As web/lib/texts.ts: a new visitor's is Chinese, one that there is not English.
  const locale = ['zh-CN', null].includes(read(keys.locale)) ? 'zh-CN' : 'en-US'
  root.lang = locale

  const signedIn = Boolean(read(keys.token) || read(keys.refreshToken))
  const path = location.pathname
  const top = path.split('/')[1] ?? ''
  const kind = signedIn && pages.includes(top) ? 'console' : 'entry'
  root.setAttribute('data-skeleton', kind)
  const wanted = [kind]
  if (kind === 'console' && path === landing) wanted.push('landing')
  if (locale === 'en-US') wanted.push('english')
  for (const href of wanted.flatMap((each) => chunks[each] ?? [])) {
    const link = document.createElement('link')
    link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload'
    if (link.rel === 'preload') link.as = 'style'
    link.crossOrigin = 'anonymous'
    link.href = href
    document.head.append(link)
  }
}
