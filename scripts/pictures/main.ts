// npm run pictures: draws those of docs/pictures anew, from the demo while its devices are connected. -- NAME …: only those.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { signInByPassword, switchTo } from '../../e2e/harness/actions.ts'
import { launch, openContext, quiet, settled } from '../../e2e/harness/browser.ts'
import { organizationOf, signInOf } from '../../e2e/harness/people.ts'
import { demoPassword, startServer } from '../../e2e/harness/server.ts'
import { createCaller } from '../devices/api.ts'
import { findNode } from '../lib/node.js'
import { buildConsole } from '../lib/prepare.js'
import { lifeline, main, root } from '../lib/run.js'
import { shootFilm } from './film.ts'
import { type Scene, scenes } from './scenes.ts'

const folder = join(root, 'docs', 'pictures')
const size = { width: 1280, height: 800 }
const devices = 300
const themes = ['light', 'dark'] as const
const names = process.argv.slice(2)
if (names.includes('--help')) {
  process.stdout.write('npm run pictures [-- NAME …]: draws the pictures of the documents, or those named\n')
  process.exit(0)
}
const wanted = (name: string): boolean => names.length === 0 || names.includes(name)

main(async () => {
  await buildConsole(findNode())
  mkdirSync(folder, { recursive: true })
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
  const browser = await launch()
  try {
    while ((await ask('connectStatus: ONLINE')).count < devices * 0.9) await pause(500)
    // Its curves go over the whole day, and it was away not long before.
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString()
    const [{ id: online, gatewayUrl }] = (await ask('connectStatus: ONLINE')).data
      .filter((device) => before(device) && before(device) < yesterday)
      .sort((one, other) => before(other).localeCompare(before(one))) as [Device]
    const refused = (await ask('offlineCause: REFUSED')).data[0]!.id
    const { name } = organizationOf('FINISH')
    const { queryTenant } = await call<{ queryTenant: { data: { id: string }[] } }>(
      'query q($name: String!) { queryTenant(q: $name) { data { id } } }',
      { name },
    )
    const tenant = { id: queryTenant.data[0]!.id, name }
    const visit = { browser, url: server.url, tenant }
    for (const theme of themes) {
      for (const scene of scenes({ online, refused })) {
        if (wanted(scene.name) && (theme === 'light' || scene.dark)) await draw(visit, scene, theme)
      }
    }
    // The last: an application is decided in it.
    if (wanted('film')) {
      const { page: admin } = await openAs(visit, 'admin', 'light')
      const { page: owner } = await openAs(visit, 'owner', 'light')
      const camera = await shootFilm({ admin, owner, tenantName: name, broker: gatewayUrl })
      process.stdout.write(`film, ${(await camera.save(join(folder, 'film.webp'))) / 1000} s\n`)
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
}

/** A window of its own; of the owner in their organization. */
async function openAs({ browser, url, tenant }: Visit, who: Scene['who'], theme: 'light' | 'dark') {
  const context = await openContext(browser, url, [], { theme, ...size })
  const page: Page = await context.newPage()
  if (who) {
    await page.goto('/login')
    const admin = { username: 'admin', password: demoPassword }
    await signInByPassword(page, who === 'admin' ? admin : signInOf(organizationOf('FINISH').owner))
    await page.waitForURL('**/accountInfo/index')
    await quiet(page)
    if (who === 'owner') {
      // Nothing of the console runs there.
      await page.goto('/config.json')
      await switchTo(page, tenant)
    }
  }
  return { context, page }
}

async function draw(visit: Visit, scene: Scene, theme: 'light' | 'dark'): Promise<void> {
  const { context, page } = await openAs(visit, scene.who, theme)
  await page.goto(scene.path)
  await quiet(page)
  await scene.prepare?.(page)
  await quiet(page)
  await settled(page)
  const name = scene.dark ? `${scene.name}-${theme}` : scene.name
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
  process.stdout.write(`${name}\n`)
  await context.close()
}
