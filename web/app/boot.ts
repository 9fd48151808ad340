/**
 * Runs before the first paint. It applies the language and the theme (stored or from the system), draws the
 * skeleton of the page, and preloads the page's chunks. The content security policy forbids inline scripts,
 * so the build writes this function's source to a separate file. The function can therefore use only its
 * argument.
 */
export interface BootOptions {
  keys: { theme: string; locale: string; token: string; refreshToken: string }
  /** Color of the browser's toolbar (theme-color) in each theme. */
  frameColors: { light: string; dark: string }
  /** First path segment of each page that requires a session. */
  pages: string[]
  /** Path of the page that opens after sign-in. */
  landing: string
  /**
   * URLs of the scripts and style sheets that each entry point of the console needs. Empty in development.
   */
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
  // The specification requires this attribute on the body of a dark page. This script runs before the body
  // exists.
  if (dark) addEventListener('DOMContentLoaded', () => document.body.setAttribute('arco-theme', 'dark'))
  // The same rules apply as in web/lib/texts.ts: Chinese for new visitors, and English if the stored language
  // is not supported.
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
