// npm run pictures: takes the screenshots and films for docs/pictures in both languages, from the demo with
// connected devices.
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
const folders: Record<Language, string> = { 'en-US': join(folder, 'en'), 'zh-CN': join(folder, 'zh') }
const languages = Object.keys(folders) as Language[]
const themes = ['light', 'dark'] as const
const size = { width: 1280, height: 800 }
const devices = 300

const names = process.argv.slice(2)
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name)

void main(async () => {
  if (names.includes('--help')) {
    console.log(
      'npm run pictures [-- NAME …]: takes the pictures of the documents, or only those with these names',
    )
    return 0
  }
  await buildConsole(findNode())
  for (const each of Object.values(folders)) mkdirSync(each, { recursive: true })
  const server = await startServer({ REEVE_MQTT_PORT: '0' }, { demo: true })
  const args = ['--url', server.url, '--credentials', join(server.dataDir, 'devices.json')]
  const fleet = spawn(
    process.execPath,
    [...lifeline, 'scripts/devices/demo.ts', ...args, '--count', `${devices}`],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'pipe'] },
  )
  const browser = await launch()
  try {
    const subjects = await findSubjects(
      createCaller({ url: server.url, user: 'admin', password: demoPassword }),
    )
    for (const language of languages) {
      const visit = { browser, url: server.url, tenant: subjects.tenant, language }
      for (const scene of scenes(subjects, wordsOf[language]).filter(({ name }) => isWanted(name)))
        for (const theme of scene.dark ? themes : (['light'] as const)) await draw(visit, scene, theme)
    }
    // Record the films last, because they approve an organization.
    for (const language of isWanted('film') ? languages : []) {
      const { tenant, broker } = subjects
      const visit = { browser, url: server.url, tenant, language }
      const { page: admin } = await openAs(visit, 'admin', 'light')
      const { page: owner } = await openAs(visit, 'owner', 'light')
      // The film of each language registers another device.
      const deviceId = language === 'zh-CN' ? 'QP-YARD-0871' : 'QP-YARD-0872'
      const words = wordsOf[language]
      const camera = await shootFilm({ admin, owner, tenantName: tenant.name, broker, deviceId, words })
      console.log(`${language} film, ${(await camera.save(join(folders[language], 'film.webp'))) / 1000} s`)
    }
  } finally {
    fleet.kill('SIGTERM')
    await browser.close()
    await server.stop()
  }
  return 0
})

interface Device {
  id: string
  gatewayUrl: string
  lastConnect: { connectDateTime: string } | null
}

/** Waits until the devices are connected. Returns the devices and the organization that the pictures show. */
async function findSubjects(call: ReturnType<typeof createCaller>) {
  const list = async (filter: string) => {
    const fields = 'count data { id gatewayUrl lastConnect { connectDateTime } }'
    const query = `{ queryDevice(${filter}, pageSize: 100) { ${fields} } }`
    return (await call<{ queryDevice: { count: number; data: Device[] } }>(query)).queryDevice
  }
  const countOnline = async () =>
    (await call<{ getDeviceFigures: { online: number } }>('{ getDeviceFigures { online } }')).getDeviceFigures
      .online
  while ((await list('connectStatus: ONLINE')).count < devices * 0.9) await pause(500)
  // The server updates the device counts on the workplace page every few minutes.
  while (isWanted('workplace') && (await countOnline()) < devices * 0.9) await pause(2_000)
  // Choose the most recently connected device that has been online for a day, so that its charts cover the
  // whole day.
  const connectedAt = ({ lastConnect }: Device) => lastConnect?.connectDateTime ?? ''
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString()
  const online = (await list('connectStatus: ONLINE')).data
    .filter((device) => connectedAt(device) && connectedAt(device) < yesterday)
    .sort((one, other) => connectedAt(other).localeCompare(connectedAt(one)))
  const { id, gatewayUrl } = first(online, 'devices that have been online for a day')
  const refused = first((await list('offlineCause: REFUSED')).data, 'refused devices').id
  const { name } = organizationOf('FINISH')
  const { queryTenant } = await call<{ queryTenant: { data: { id: string }[] } }>(
    'query q($name: String!) { queryTenant(q: $name) { data { id } } }',
    { name },
  )
  const tenant = { id: first(queryTenant.data, 'tenants').id, name }
  return { online: id, refused, tenant, broker: gatewayUrl }
}

interface Visit {
  browser: Browser
  url: string
  tenant: { id: string; name: string }
  language: Language
}

/** Opens a browser context and signs in. An owner also switches to the organization. */
async function openAs({ browser, url, tenant, language }: Visit, who: Scene['who'], theme: 'light' | 'dark') {
  const context = await openContext(browser, url, [], { theme, locale: language, ...size })
  const page: Page = await context.newPage()
  if (!who) return { context, page }
  const words = wordsOf[language]
  const owner = signInOf(organizationOf('FINISH').owner)
  const { username, password } = who === 'admin' ? { username: 'admin', password: demoPassword } : owner
  await page.goto('/login')
  await page.getByRole('textbox', { name: words.username, exact: true }).fill(username)
  await page.getByRole('textbox', { name: words.password, exact: true }).fill(password)
  const consent = page.getByRole('checkbox')
  if (await consent.isVisible()) await consent.check()
  await page.getByRole('button', { name: words.signIn }).click()
  await page.waitForURL('**/accountInfo/index')
  await quiet(page)
  if (who === 'owner') {
    // Open a file at the console's origin, because switchTo() needs the origin's storage but the console must
    // not run yet.
    await page.goto('/config.json')
    await switchTo(page, tenant)
  }
  return { context, page }
}

async function draw(visit: Visit, scene: Scene, theme: 'light' | 'dark'): Promise<void> {
  const { context, page } = await openAs(visit, scene.who, theme)
  await page.goto(scene.path)
  await untilLoaded(page)
  await scene.prepare?.(page)
  await untilLoaded(page)
  const name = scene.dark ? `${scene.name}-${theme}` : scene.name
  const image = await page.screenshot({ animations: 'disabled' })
  const png = await sharp(image).png({ palette: true, quality: 95, effort: 8 }).toBuffer()
  writeFileSync(join(folders[visit.language], `${name}.png`), png)
  console.log(`${visit.language} ${name}`)
  await context.close()
}

/** Waits until the page shows its title and its data. */
async function untilLoaded(page: Page): Promise<void> {
  await page.locator('h1:visible').first().waitFor()
  await quiet(page)
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await settled(page)
}
