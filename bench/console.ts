// npm run bench:console: what a visitor of the console waits for, beside its budgets. Builds nothing: npm run build first.
// Argument: rounds (5).

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import lighthouse, { desktopConfig } from 'lighthouse'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { legalVersion } from '../contract/legal.ts'
import { required } from '../contract/required.ts'
import { accessibilityFaults } from '../e2e/harness/axe.ts'
import { adminPassword, type Server, startServer } from '../e2e/harness/server.ts'
import { budgets, filesOf, weightOf } from '../e2e/harness/weight.ts'
import { chromiumArgs, ensureChromium } from '../scripts/lib/chromium.ts'
import { freePort } from '../server/testing/postgres.ts'
import { figure, machine, median, post, printTable } from './measure.ts'
import { measureTables } from './tables.ts'
import { type Times, VisitingBrowser } from './visit.ts'

const rounds = Number(process.argv[2] ?? 5)

interface Place {
  name: string
  path: string
  signedIn: boolean
  /** Once this is on the screen the page can be used. */
  usable: string
  /** kB of a first visit. */
  weight?: { js: number; css: number }
  /** Milliseconds by network. */
  budget: Partial<Record<keyof typeof networks, { paint?: number; usable: number }>>
}

const places: Place[] = [
  {
    name: 'sign-in',
    path: '/login',
    signedIn: false,
    usable: 'form input',
    weight: budgets['/login'],
    budget: {
      'Fast 3G': { paint: 1600, usable: 2800 },
      '4G': { paint: 600, usable: 1000 },
      localhost: { usable: 450 },
    },
  },
  {
    name: 'console',
    path: '/accountInfo/index',
    signedIn: true,
    usable: 'main h1, main h2',
    weight: budgets['/accountInfo/index'],
    budget: { 'Fast 3G': { paint: 1600, usable: 3400 }, '4G': { paint: 600, usable: 1500 } },
  },
  {
    name: 'list',
    path: '/all-management/account-management',
    signedIn: true,
    usable: 'main tbody tr button',
    budget: { localhost: { usable: 900 } },
  },
]

// The presets of Chromium's developer tools, their latency and their tenth of loss included.
const networks = {
  'Fast 3G': {
    latency: 562.5,
    downloadThroughput: (1.6e6 * 0.9) / 8,
    uploadThroughput: (750e3 * 0.9) / 8,
  },
  '4G': { latency: 165, downloadThroughput: (9e6 * 0.9) / 8, uploadThroughput: (1.5e6 * 0.9) / 8 },
  localhost: null,
}
type Network = keyof typeof networks
const networksOf = ({ budget }: Place) => Object.keys(budget) as Network[]

interface Tokens {
  token: string
  refresh_token: string
}

async function signIn(server: Server): Promise<Tokens> {
  const agreed = { terms_version: legalVersion }
  const who = { username: 'admin', password: adminPassword }
  const fields = { client_id: 'web', grant_type: 'password', ...agreed, ...who }
  const answer = await post(
    `${server.url}/realms/reeve/protocol/openid-connect/token`,
    new URLSearchParams(fields),
  )
  return { token: answer.access_token as string, refresh_token: answer.refresh_token as string }
}

async function keep(context: BrowserContext, tokens: Tokens): Promise<void> {
  await context.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    { ...tokens },
  )
}

/** kB of the scripts and style sheets that a first visit loads, as each compression transfers them. */
async function weigh(browser: Browser, server: Server, place: Place) {
  const context = await browser.newContext()
  if (place.signedIn) await keep(context, await signIn(server))
  const page = await context.newPage()
  const urls = filesOf(page)
  await page.goto(server.url + place.path)
  await page.locator(place.usable).first().waitFor()
  // Not 'networkidle': the stream of messages stays open.
  await pause(1_500)
  await context.close()
  return weightOf(urls)
}

async function accessibility(
  browser: Browser,
  server: Server,
  path: string,
  signedIn: boolean,
): Promise<string[]> {
  const faults: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce' })
    await context.addInitScript((value) => localStorage.setItem('arco-theme', value), theme)
    if (signedIn) await keep(context, await signIn(server))
    const page = await context.newPage()
    await page.goto(server.url + path)
    // Not until the network is idle: it never is, the page listens for messages.
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${theme}: ${fault}`))
    await context.close()
  }
  return faults
}

/** Scores of 100 in the order performance, accessibility, best practices, search, and the layout shift. */
async function audit(server: Server, place: Place, form: 'desktop' | 'mobile'): Promise<string> {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'reeve-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(`${server.url}/login`)
    if (place.signedIn) {
      const tokens = await signIn(server)
      await page.evaluate(
        (stored) => {
          for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
        },
        { ...tokens },
      )
    }
    await page.goto('about:blank')
    const result = await lighthouse(
      server.url + place.path,
      { port, logLevel: 'error', disableStorageReset: true },
      form === 'desktop' ? desktopConfig : undefined,
    )
    if (!result) throw new Error('Lighthouse gave no result')
    const { categories, audits } = result.lhr
    const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map((name) =>
      figure((categories[name]?.score ?? 0) * 100),
    )
    for (const { score, title, id } of Object.values(audits)) {
      if (score !== null && score < 0.9)
        console.log(`  ${place.name}, ${form}: ${id} ${figure(score * 100)}: ${title}`)
    }
    return `${scores.join(' ')}, CLS ${audits['cumulative-layout-shift']?.displayValue}`
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

const server = await startServer()
const visitor = await VisitingBrowser.open()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
const rows: string[][] = []
try {
  for (const place of places) {
    if (!place.weight) continue
    const found = await weigh(browser, server, place)
    for (const kind of ['js', 'css'] as const) {
      const { gzip, br } = found[kind]
      const label = `${place.name}: ${kind.toUpperCase()} kB, gzip (brotli)`
      rows.push([label, `${figure(gzip, 1)} (${figure(br, 1)})`, `${place.weight[kind]}`])
    }
  }
  const times = new Map<string, Times[]>()
  for (let round = 0; round < rounds; round++) {
    for (const place of places) {
      for (const network of networksOf(place)) {
        const key = `${place.name} ${network}`
        const { usable, path, signedIn } = place
        const stored = signedIn ? { ...(await signIn(server)) } : {}
        const seen = await visitor.visit({
          url: server.url + path,
          stored,
          usable,
          network: networks[network],
        })
        times.set(key, [...(times.get(key) ?? []), seen])
      }
    }
  }
  for (const place of places) {
    for (const network of networksOf(place)) {
      const seen = required(times.get(`${place.name} ${network}`), 'item of times')
      for (const [what, budget] of Object.entries(required(place.budget[network], 'item of budget'))) {
        const measured = median(seen.map((each) => each[what as 'paint' | 'usable']))
        const label = what === 'paint' ? 'first paint' : 'usable'
        rows.push([`${place.name}: ${label} ms, ${network}`, figure(measured), `${budget}`])
      }
    }
  }
  rows.push(...(await measureTables(browser, rounds)))
  for (const place of places) {
    if (!place.weight) continue
    for (const form of ['desktop', 'mobile'] as const) {
      const budget = `${form === 'desktop' ? 99 : 93} 100 100 100, CLS 0.02`
      rows.push([`${place.name}: Lighthouse ${form}`, await audit(server, place, form), budget])
    }
  }
  for (const [path, signedIn] of [
    ['/login', false],
    ['/register', false],
    ['/forget', false],
    ['/accountInfo/index', true],
  ] as const) {
    const faults = await accessibility(browser, server, path, signedIn)
    for (const fault of faults) console.log(`  ${path}: ${fault}`)
    rows.push([`axe ${path}, light and dark`, String(faults.length), '0'])
  }
} finally {
  await visitor.close()
  await browser.close()
  await server.stop()
}
console.log(`\n${machine()}, first visits with the CPU slowed 4 times, medians of ${rounds}\n`)
printTable(['what', 'measured', 'budget'], rows)
