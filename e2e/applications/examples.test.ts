import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { first, last, required } from '../../contract/required.ts'
import { freePort } from '../../server/testing/postgres.ts'
import { signInByPassword, signOut } from '../harness/actions.ts'
import { demoPassword, useConsole } from '../harness/index.ts'
import { organizationOf, signInOf } from '../harness/people.ts'

// Runs the programs in examples/ as `npm run example` does, and signs in to them.

const reeve = useConsole({ REEVE_WEBHOOK_NETWORKS: '127.0.0.1' }, { demo: true })

/** Starts an example. Returns the lines that the example prints. */
async function runExample(name: string, ...args: string[]): Promise<string[]> {
  const port = await freePort()
  const child = spawn(process.execPath, [`examples/${name}/main.ts`, ...args], {
    env: {
      PATH: process.env.PATH,
      REEVE_URL: reeve.server.url,
      REEVE_PASSWORD: demoPassword,
      PORT: `${port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => printed.push(line))
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await expect.poll(() => printed.length, { timeout: 60_000 }).toBeGreaterThan(0)
  return printed
}

const { name: organization, plain } = organizationOf('FINISH')
const person = first(plain, 'plain')

/** Signs in with the application's own button. Consent is only requested at the first sign-in. */
async function signIn(page: Page, { again = false } = {}): Promise<void> {
  await page.getByText('用 Reeve 登录').click()
  await signInByPassword(page, signInOf(person))
  await page.getByRole('button', { name: organization }).click()
  if (!again) await page.getByRole('button', { name: '允许并继续' }).click()
}

test('the server application example signs users in, and signs them out when they sign out of the console', async () => {
  const [home] = await runExample('server-application')
  const page = await reeve.open()
  await page.goto(required(home, 'home'))
  await signIn(page)
  await page.getByText(`您好，${person.name}`).waitFor()
  await page.getByText(organization).waitFor()
  const console = await page.context().newPage()
  await console.goto(`${reeve.server.url}/accountInfo/index`)
  await signOut(console)
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByText('用 Reeve 登录').isVisible()
    })
    .toBe(true)

  await signIn(page, { again: true })
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByText('用 Reeve 登录').waitFor()
  expect(page.url()).toBe(home)
})

for (const name of ['single-page', 'keycloak-js'])
  test(`the ${name} example signs a user in, needs no password after a reload, and signs the user out`, async () => {
    const [home] = await runExample(name)
    const page = await reeve.open()
    await page.goto(required(home, 'home'))
    await signIn(page)
    const who = page.getByRole('status').getByText(person.name)
    await who.waitFor()
    await page.reload()
    // keycloak-js does not store the session across a reload. Reeve's session still exists, so the user only
    // has to choose the organization.
    if (name === 'keycloak-js') {
      await page.getByText('用 Reeve 登录').click()
      await page.getByRole('button', { name: organization }).click()
    }
    await who.waitFor()
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByText('用 Reeve 登录').waitFor()
    await page.goto(`${reeve.server.url}/accountInfo/index`)
    await page.waitForURL('**/login**')
  })

test('the command-line example is authorized by its user, and calls a server that verifies the token', async () => {
  const [audience] = await runExample('resource-server')
  expect((await fetch(required(audience, 'audience'))).status).toBe(401)
  const printed = await runExample('command-line', required(audience, 'audience'))
  await expect.poll(() => printed.at(-1)).toMatch(/\/device {2}/)
  const [place, code] = last(printed, 'printed').split('  ')
  const page = await reeve.openAs(signInOf(person))
  await page.getByRole('heading', { name: person.name }).waitFor()
  await page.goto(required(place, 'place'))
  await page.getByLabel('设备代码').fill(required(code, 'code'))
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByText('命令行示例').waitFor()
  await page.getByLabel('选择要使用的组织').selectOption({ label: organization })
  await page.getByRole('button', { name: /允许/ }).click()
  await expect.poll(() => printed.at(-1), { timeout: 30_000 }).toMatch(/^(200|403) /)
})
