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

/** All test files of a worker share one browser. The browser exits with the worker. */
let shared: Promise<Browser> | undefined
export const sharedBrowser = (): Promise<Browser> => (shared ??= launch())

export function launch(): Promise<Browser> {
  // Without a UTF-8 locale, Chromium garbles Chinese file names of downloads.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  // Chromium from Debian enables the GPU. On a machine without a GPU, emulating it needs 10 % more CPU time.
  const args = [...chromiumArgs, '--disable-gpu']
  return chromium.launch({ executablePath: ensureChromium(), args, env })
}

// Status codes of API errors that Chromium logs. They are expected, because the console shows these errors to
// the user.
const refusals = /status of (400|401|409|429|503)/
const apis = /\/(api|realms)\/|\/(RegisterCode|CheckLoginId|Register|ResetPassword)$/

/**
 * Matches the lines with which Reeve's console logs a failed request. These lines are ignored. Chromium also
 * logs each response with an error status, and `refusals` decides whether that is expected. Requests without
 * a response are expected, because leaving a page aborts them. The pattern does not match errors in a
 * complete response with status 200, because Chromium does not log these.
 */
const failedRequest = /^\S+ failed: ((no response|[45]\d\d) [A-Z_]+|200 BROKEN_ANSWER)(, request \S+)?$/

function isRefusal(message: ConsoleMessage): boolean {
  if (failedRequest.test(message.text())) return true
  const { pathname } = new URL(message.location().url || 'none:')
  // Chromium requests this default icon for documents that specify no icon, such as JSON.
  return pathname === '/favicon.ico' || (refusals.test(message.text()) && apis.test(pathname))
}

/**
 * Whether Chromium warns that the page preloaded files of the console but did not use them. This is expected
 * if the server rejects the stored tokens and the sign-in page then stays open for several seconds.
 */
const isUnusedPreload = (message: ConsoleMessage): boolean =>
  /preloaded using link preload but not used/.test(message.text()) &&
  Boolean(message.page()?.url().includes('/login?redirect='))

const called = new Set(['fetch', 'xhr', 'eventsource'])

/**
 * Whether the URL contains a token or a password. The URL of an API request must not contain a complete phone
 * number either. An id_token_hint is allowed, because it is not a secret.
 */
function containsSecret(request: Request): boolean {
  const url = request.url().replace(/\bid_token_hint=[^&]*/, '')
  if (/eyJ[\w-]+\.[\w-]+\./.test(url) || url.includes(adminPassword) || url.includes(demoPassword))
    return true
  return called.has(request.resourceType()) && /(?<!\d)1[3-9]\d{9}(?!\d)/.test(url)
}

/** Requests that are waiting for a response. A subscription is removed when its response begins. */
const openRequests = new WeakMap<BrowserContext, { calls: Set<Request>; begun: number }>()

function watchCalls(context: BrowserContext): void {
  const state = { calls: new Set<Request>(), begun: 0 }
  openRequests.set(context, state)
  context.on('request', (request) => {
    state.calls.add(request)
    state.begun++
  })
  context.on('response', (response) => state.calls.delete(response.request()))
  context.on('requestfailed', (request) => state.calls.delete(request))
}

/**
 * Restores the network and waits until the page has removed its offline messages. Otherwise, elements below
 * these messages would move during the next click.
 */
export async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(false)
  const messages = page.getByText('网络已断开').or(page.locator('form').getByText('无法连接服务器'))
  await messages.first().waitFor({ state: 'detached' })
}

/** Waits until, for 400 ms, no page of the context has started a request or waited for a response. */
export async function quiet(page: Page): Promise<void> {
  const state = required(openRequests.get(page.context()), 'open requests of the context')
  for (let seen = -1; seen !== state.begun || state.calls.size > 0; ) {
    seen = state.begun
    await setTimeout(400)
  }
}

/**
 * Opens a browser context with its own cookies and storage. Appends all errors, warnings, policy violations
 * and URLs with secrets to `problems`.
 */
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
  context.setDefaultTimeout(60_000)
  watchCalls(context)
  context.on('request', (request) => {
    if (containsSecret(request)) problems.push(`a secret in the address ${request.url()}`)
  })
  await context.addInitScript(
    ({ locale, theme }) => {
      if (location.origin === 'null') return
      // Existing values are not overwritten, so that a test can change them and reload the page.
      if (localStorage.getItem('arco-locale') === null) localStorage.setItem('arco-locale', locale)
      if (localStorage.getItem('arco-theme') === null) localStorage.setItem('arco-theme', theme)
      addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy report: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`),
      )
    },
    { locale, theme },
  )
  context.on('console', (message) => {
    if (!['error', 'warning', 'assert'].includes(message.type())) return
    if (!isRefusal(message) && !isUnusedPreload(message))
      problems.push(
        `${message.type()} on ${message.page()?.url()} from ${message.location().url}: ${message.text()}`,
      )
  })
  context.on('weberror', (error) =>
    problems.push(`uncaught on ${error.page()?.url()}: ${error.error().stack}`),
  )
  return context
}

/**
 * Saves a screenshot in test-results/pictures. To save time, `npm test` skips screenshots unless
 * REEVE_TEST_PICTURES=1.
 */
export async function picture(page: Page, name: string): Promise<void> {
  await settled(page)
  if (process.env.REEVE_TEST_PICTURES === '0') return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
}

/** Waits until fonts are loaded and transitions have ended. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map((animation) => animation.finished))
  })
}
