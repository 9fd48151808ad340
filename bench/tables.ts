// Part of npm run bench:console; alone: node bench/tables.ts [rounds]. Builds nothing: npm run build first.

import { type Browser, chromium, type Page } from 'playwright-core'
import { legalVersion } from '../contract/legal.ts'
import { first, required } from '../contract/required.ts'
import { demoPassword, type Server, startServer } from '../e2e/harness/server.ts'
import { chromiumArgs, ensureChromium } from '../scripts/lib/chromium.ts'
import { figure, machine, median, post, printTable } from './measure.ts'

/** Milliseconds at most, by the rows of a page and by how much the CPU is slowed. */
const budgets = {
  20: { what: 'page change', 1: 20, 4: 100 },
  100: { what: '100 rows', 1: 60, 4: 250 },
} as const
const sizes = [20, 100] as const
const slowings = [1, 4] as const

const lists = [
  { name: 'members', path: '/organizational-management/member-management' },
  { name: 'devices', path: '/all-management/device-management' },
]

/**
 * From a press in a list's pager until the new rows that are in sight are painted, and until all are, where the console
 * has them already: rows for the table of figures. Medians of `rounds`.
 */
export async function measureTables(browser: Browser, rounds: number): Promise<string[][]> {
  const server = await startServer({}, { demo: true })
  try {
    const stored = await signIn(server)
    const tenantId = await fillTenant(server, stored.token)
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
    await context.addInitScript(
      (values) => {
        for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
      },
      { ...stored, tenantId },
    )
    const page = await context.newPage()
    const rows: string[][] = []
    for (const list of lists) {
      for (const size of sizes) {
        for (const slowing of slowings) {
          const times = await turnPages(page, `${list.path}?size=${size}`, slowing, rounds)
          const what = `${list.name}: ${budgets[size].what} ms${slowing > 1 ? `, CPU slowed ${slowing} times` : ''}`
          const [seen, all] = (['seen', 'all'] as const).map((each) =>
            median(times.map((time) => time[each])),
          )
          rows.push([
            what,
            `${figure(required(seen, 'seen'))} (${figure(required(all, 'all'))})`,
            `${budgets[size][slowing]}`,
          ])
        }
      }
    }
    await context.close()
    return rows
  } finally {
    await server.stop()
  }
}

async function signIn(server: Server) {
  const agreed = { terms_version: legalVersion }
  const who = { username: 'admin', password: demoPassword }
  const fields = { client_id: 'web', grant_type: 'password', ...agreed, ...who }
  const url = `${server.url}/realms/reeve/protocol/openid-connect/token`
  const answer = await post(url, new URLSearchParams(fields))
  return { token: answer.access_token as string, refresh_token: answer.refresh_token as string }
}

/** An organization that has members enough for two pages of a hundred: accounts of the data set. */
async function fillTenant(server: Server, token: string): Promise<string> {
  const ask = async <Data>(query: string, variables = {}) => {
    const answer = await fetch(`${server.url}/api/services/backend/actions/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown }
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }
  const found = await ask<Record<string, { data: { id: string }[] }>>(`{
    tenants: queryTenant(statusSet: [FINISH], pageSize: 1) { data { id } }
    first: queryOperator(enabled: true, pageSize: 100) { data { id } }
    second: queryOperator(enabled: true, first: 100, pageSize: 100) { data { id } }
  }`)
  const tenantId = first(required(found.tenants, 'tenants').data, 'data').id
  for (const { id } of [...required(found.first, 'first').data, ...required(found.second, 'second').data]) {
    await ask(
      'mutation ($tenantId: ID!, $id: ID!) { addTenantOperator(tenantId: $tenantId, operatorId: $id) { id } }',
      { tenantId, id },
    )
  }
  return tenantId
}

/** There and back between the first two pages, both seen before. */
async function turnPages(page: Page, path: string, slowing: number, rounds: number): Promise<Turn[]> {
  await page.goto(path)
  await page.locator('main tbody tr button').first().waitFor()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowing })
  const times: Turn[] = []
  // The first two ask the server and the code for what is then there.
  for (let turn = 0; turn < rounds + 2; turn++) {
    const time = await page.evaluate(turnTo, turn % 2 === 0 ? '2' : '1')
    if (turn > 1) times.push(time)
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devtools.detach()
  return times
}

interface Turn {
  seen: number
  all: number
}

/** In the page: presses a number of the pager. Milliseconds until other rows than now have been painted: the first, the last. */
function turnTo(number: string): Promise<Turn> {
  const body = document.querySelector<HTMLTableSectionElement>('main tbody')
  const button = [...document.querySelectorAll<HTMLButtonElement>('main nav button')].find(
    ({ textContent }) => textContent === number,
  )
  if (!body || !button) throw new Error('the page has no table or no such page number')
  const painted = (at: number) => {
    const row = body.rows[at]
    if (!row) throw new Error('the table has no rows')
    const before = row.textContent
    return new Promise<number>((resolve) => {
      const commits = new MutationObserver(() => {
        if (row.textContent === before) return
        commits.disconnect()
        requestAnimationFrame(() => {
          const after = new MessageChannel()
          after.port1.onmessage = () => resolve(performance.now() - begun)
          after.port2.postMessage(null)
        })
      })
      commits.observe(body, { childList: true, subtree: true, characterData: true })
    })
  }
  const both = Promise.all([painted(0), painted(body.rows.length - 1)])
  const begun = performance.now()
  button.click()
  return both.then(([seen, all]) => ({ seen, all }))
}

if (import.meta.main) {
  const rounds = Number(process.argv[2] ?? 5)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
  const rows = await measureTables(browser, rounds).finally(() => browser.close())
  console.log(`${machine()}, medians of ${rounds}\n`)
  printTable(['from a press in the pager to the paint of its rows', 'in sight (all), ms', 'budget'], rows)
}
