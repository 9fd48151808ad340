import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { required } from '../../contract/required.ts'
import { chromiumArgs, ensureChromium } from '../../scripts/lib/chromium.ts'
import { adminPassword, demoPassword } from './server.ts'

const pictures = join(import.meta.dirname, '..', '..', 'test-results', 'pictures')

export interface Look {
  theme?: 'light' | 'dark'
  locale?: 'zh-CN' | 'en-US'
  width?: number
  height?: number
}

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** One for all files that the worker runs: it ends with the worker. */
let shared: Promise<Browser> | undefined
export const sharedBrowser = (): Promise<Browser> => (shared ??= launch())

export function launch(): Promise<Browser> {
  // Without a language it would rename files whose names are not Latin.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  // Debian's has the GPU draw: where there is none that is emulated, for a tenth more work.
  const args = [...chromiumArgs, '--disable-gpu']
  return chromium.launch({ executablePath: ensureChromium(), args, env })
}

// What Chromium itself prints when an API answers with a refusal: the console shows those to its user.
const refusals = /status of (400|401|409|429|503)/
const apis = /\/(api|realms)\/|\/(RegisterCode|CheckLoginId|Register|ResetPassword)$/

/**
 * The console's own line about a call that failed. Chromium has printed the same call itself, which counts or not by
 * `refusals`, unless the fault stood in an answer that succeeded: that one counts here. An answer is cut off where a
 * page is left meanwhile.
 */
const repeated = /^\S+ failed: ((no answer|[45]\d\d) [A-Z_]+|200 BROKEN_ANSWER)(, request \S+)?$/

function isRefusal(message: ConsoleMessage): boolean {
  if (repeated.test(message.text())) return true
  const { pathname } = new URL(message.location().url || 'none:')
  // Chromium asks for it by itself where a page names no icon: a file of JSON, say.
  return pathname === '/favicon.ico' || (refusals.test(message.text()) && apis.test(pathname))
}

const called = new Set(['fetch', 'xhr', 'eventsource'])

/** A token, a password or, of a call, a whole phone number stands in the address. A hint who signs out is no secret. */
function saysTooMuch(request: Request): boolean {
  const url = request.url().replace(/\bid_token_hint=[^&]*/, '')
  if (/eyJ[\w-]+\.[\w-]+\./.test(url) || url.includes(adminPassword) || url.includes(demoPassword))
    return true
  return called.has(request.resourceType()) && /(?<!\d)1[3-9]\d{9}(?!\d)/.test(url)
}

/** Calls that wait for an answer; one that goes on answering (a subscription) does not wait any more. */
const waiting = new WeakMap<BrowserContext, { calls: Set<Request>; begun: number }>()

function watchCalls(context: BrowserContext): void {
  const state = { calls: new Set<Request>(), begun: 0 }
  waiting.set(context, state)
  context.on('request', (request) => {
    state.calls.add(request)
    state.begun++
  })
  context.on('response', (response) => state.calls.delete(response.request()))
  context.on('requestfailed', (request) => state.calls.delete(request))
}

/** Resolves when no call of the page, or of another one of its browser, has waited or begun for a while. */
export async function quiet(page: Page): Promise<void> {
  const state = required(waiting.get(page.context()), 'item of waiting')
  for (let seen = -1; seen !== state.begun || state.calls.size > 0; ) {
    seen = state.begun
    await setTimeout(400)
  }
}

/** A browser of its own (cookies, storage), that notes every error, warning, policy report and secret in an address in `problems`. */
export async function openContext(
  browser: Browser,
  baseURL: string,
  problems: string[],
  { theme = 'light', locale = 'zh-CN', width = desktop.width, height = desktop.height }: Look = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    locale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Shanghai',
    viewport: { width, height },
  })
  context.setDefaultTimeout(30_000)
  watchCalls(context)
  context.on('request', (request) => {
    if (saysTooMuch(request)) problems.push(`a secret in the address ${request.url()}`)
  })
  await context.addInitScript(
    ([locale, theme]) => {
      if (location.origin === 'null') return
      // Only where nothing is stored yet, so that a test may change them and reload.
      if (localStorage.getItem('arco-locale') === null) localStorage.setItem('arco-locale', locale!)
      if (localStorage.getItem('arco-theme') === null) localStorage.setItem('arco-theme', theme!)
      addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy report: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`),
      )
    },
    [locale, theme],
  )
  context.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type()) && !isRefusal(message))
      problems.push(`${message.type()} on ${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (error) =>
    problems.push(`uncaught on ${error.page()?.url()}: ${error.error().stack}`),
  )
  return context
}

/** Puts a picture of the page into test-results/pictures. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  await settled(page)
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
}

/** Resolves when fonts are there and no transition runs. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map((animation) => animation.finished))
  })
}
