import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Look, launch, openContext } from './browser.ts'
import { type Server, startServer } from './server.ts'

export { accessibilityFaults } from './axe.ts'
export { desktop, phone, picture } from './browser.ts'
export { adminPassword } from './server.ts'

export interface Console {
  readonly server: Server
  /** A new browser of its own, with one page at `path`. It is closed after the test. */
  open(path?: string, look?: Look): Promise<Page>
}

/**
 * A server process and a Chromium for the tests of one file. After each test its pages are closed, and anything that they
 * printed as an error or a warning, or that broke the content security policy, fails it.
 */
export function useConsole(env: Record<string, string> = {}): Console {
  let server: Server
  let browser: Browser
  let contexts: BrowserContext[] = []
  const problems: string[] = []

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(env), launch()])
  })
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    contexts = []
    expect(problems.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  return {
    get server() {
      return server
    },
    async open(path = '/', look = {}) {
      const context = await openContext(browser, server.url, problems, look)
      contexts.push(context)
      const page = await context.newPage()
      await page.goto(path)
      return page
    },
  }
}
