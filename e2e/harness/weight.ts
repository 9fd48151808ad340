import { get } from 'node:http'
import type { Page } from 'playwright-core'

/** For each page, the maximum transfer size of a first visit in kB, with gzip. */
export const budgets = {
  '/login': { js: 175, css: 19 },
  '/accountInfo/index': { js: 250, css: 25 },
} as const

/** Returns a set that collects the URLs of all scripts and style sheets that the page loads. */
export function filesOf(page: Page): Set<string> {
  const urls = new Set<string>()
  page.on('response', (answer) => {
    if (/\.(js|css)$/.test(new URL(answer.url()).pathname)) urls.add(answer.url())
  })
  return urls
}

/** Returns the total transfer size in kB with gzip and with brotli. */
export async function weightOf(urls: Iterable<string>) {
  const sum = { js: { gzip: 0, br: 0 }, css: { gzip: 0, br: 0 } }
  for (const url of urls) {
    for (const encoding of ['gzip', 'br'] as const) {
      sum[url.endsWith('.js') ? 'js' : 'css'][encoding] += (await transferred(url, encoding)) / 1000
    }
  }
  return sum
}

function transferred(url: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}
