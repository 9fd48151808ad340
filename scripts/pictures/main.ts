// npm run pictures: draws docs/pictures in both languages, from the demo while its devices are connected. -- NAME …: only those.

import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { first } from '../../contract/required.ts'
import { switchTo } from '../../e2e/harness/actions.ts'
import { launch, openContext, quiet, settled } from '../../e2e/harness/browser.ts'
import { organizationOf, signInOf } from '../../e2e/harness/people.ts'
import { demoPassword, startServer } from '../../e2e/harness/server.ts'
import { createCaller } from '../devices/api.ts'
import { findNode } from '../lib/node.js'
import { buildConsole } from '../lib/prepare.js'
import { lifeline, main, root } from '../lib/run.js'
import { shootFilm } from './film.ts'
import { type Scene, scenes } from './scenes.ts'
import { type Language, wordsOf } from './words.ts'

const folder = join(root, 'docs', 'pictures')
const size = { width: 1280, height: 800 }
const devices = 300
const themes = ['light', 'dark'] as const
/** Folders of the pictures by the console's language. */
const folders: Record<Language, string> = { 'en-US': join(folder, 'en'), 'zh-CN': join(folder, 'zh') }
const languages = Object.keys(folders) as Language[]
const names = process.argv.slice(2)
if (names.includes('--help')) {
  process.stdout.write('npm run pictures [-- NAME …]: draws the pictures of the documents, or those named\n')
  process.exit(0)
}
const wanted = (name: string): boolean => names.length === 0 || names.includes(name)

void main(async () => {
  await buildConsole(findNode())
  for (const each of Object.values(folders)) mkdirSync(each, { recursive: true })
  const server = await startServer({ REEVE_MQTT_PORT: '0' }, { demo: true })
  const credentials = join(server.dataDir, 'devices.json')
  const fleetArgs = ['--url', server.url, '--credentials', credentials, '--count', `${devices}`]
  const fleet = spawn(process.execPath, [...lifeline, 'scripts/devices/demo.ts', ...fleetArgs], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  const call = createCaller({ url: server.url, user: 'admin', password: demoPassword })
  const ask = async (filter: string) =>
    (
      await call<{ queryDevice: { count: number; data: Device[] } }>(
        `{ queryDevice(${filter}, pageSize: 100) { count data { id gatewayUrl lastConnect { connectDateTime } } } }`,
        {},
      )
    ).queryDevice
  const countOnline = async () =>
    (await call<{ getDeviceFigures: { online: number } }>('{ getDeviceFigures { online } }', {}))
      .getDeviceFigures.online
  const browser = await launch()
  try {
    while ((await ask('connectStatus: ONLINE')).count < devices * 0.9) await pause(500)
    // The workplace has figures that the server counts every few minutes.
    while (wanted('workplace') && (await countOnline()) < devices * 0.9) await pause(2_000)
    // Its curves go over the whole day, and it was away not long before.
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString()
    const [{ id: online, gatewayUrl }] = (await ask('connectStatus: ONLINE')).data
      .filter((device) => before(device) && before(device) < yesterday)
      .sort((one, other) => before(other).localeCompare(before(one))) as [Device]
    const refused = first((await ask('offlineCause: REFUSED')).data, 'data').id
    const { name } = organizationOf('FINISH')
    const { queryTenant } = await call<{ queryTenant: { data: { id: string }[] } }>(
      'query q($name: String!) { queryTenant(q: $name) { data { id } } }',
      { name },
    )
    const tenant = { id: first(queryTenant.data, 'data').id, name }
    for (const language of languages) {
      const visit = { browser, url: server.url, tenant, language }
      for (const theme of themes) {
        for (const scene of scenes({ online, refused }, wordsOf[language])) {
          if (wanted(scene.name) && (theme === 'light' || scene.dark)) await draw(visit, scene, theme)
        }
      }
    }
    // Last, because it approves an organization.
    for (const language of languages) {
      if (!wanted('film')) break
      const visit = { browser, url: server.url, tenant, language }
      const { page: admin } = await openAs(visit, 'admin', 'light')
      const { page: owner } = await openAs(visit, 'owner', 'light')
      const deviceId = language === 'zh-CN' ? 'QP-YARD-0871' : 'QP-YARD-0872'
      const words = wordsOf[language]
      const camera = await shootFilm({ admin, owner, tenantName: name, broker: gatewayUrl, deviceId, words })
      process.stdout.write(`film, ${(await camera.save(join(folders[language], 'film.webp'))) / 1000} s\n`)
    }
  } finally {
    fleet.kill('SIGTERM')
    await browser.close()
    await server.stop()
  }
  return 0
})

interface Device {
  gatewayUrl: string
  id: string
  lastConnect: { connectDateTime: string } | null
}
const before = ({ lastConnect }: Device): string => lastConnect?.connectDateTime ?? ''

interface Visit {
  browser: Browser
  url: string
  tenant: { id: string; name: string }
  language: Language
}

/** Opens a window and signs in. The owner enters their organization. */
async function openAs({ browser, url, tenant, language }: Visit, who: Scene['who'], theme: 'light' | 'dark') {
  const context = await openContext(browser, url, [], { theme, locale: language, ...size })
  const page: Page = await context.newPage()
  if (who) {
    await page.goto('/login')
    const admin = { username: 'admin', password: demoPassword }
    const words = wordsOf[language]
    const person = who === 'admin' ? admin : signInOf(organizationOf('FINISH').owner)
    await page.getByRole('textbox', { name: words.username, exact: true }).fill(person.username)
    await page.getByRole('textbox', { name: words.password, exact: true }).fill(person.password)
    const consent = page.getByRole('checkbox')
    if (await consent.isVisible()) await consent.check()
    await page.getByRole('button', { name: words.signIn }).click()
    await page.waitForURL('**/accountInfo/index')
    await quiet(page)
    if (who === 'owner') {
      // The console does not run on this page.
      await page.goto('/config.json')
      await switchTo(page, tenant)
    }
  }
  return { context, page }
}

async function draw(visit: Visit, scene: Scene, theme: 'light' | 'dark'): Promise<void> {
  const { context, page } = await openAs(visit, scene.who, theme)
  await page.goto(scene.path)
  await loaded(page)
  await scene.prepare?.(page)
  await loaded(page)
  const name = scene.dark ? `${scene.name}-${theme}` : scene.name
  const image = await page.screenshot({ animations: 'disabled' })
  const png = await sharp(image).png({ palette: true, quality: 95, effort: 8 }).toBuffer()
  writeFileSync(join(folders[visit.language], `${name}.png`), png)
  process.stdout.write(`${visit.language} ${name}\n`)
  await context.close()
}

/** Waits until the page has its title and its data. */
async function loaded(page: Page): Promise<void> {
  await page.locator('h1:visible').first().waitFor()
  await quiet(page)
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await settled(page)
}
