import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configurationsOf } from '../../contract/openid/configurations.ts'
import { required } from '../../contract/required.ts'
import { signInByPassword } from '../harness/actions.ts'
import { registerApplication } from '../harness/application.ts'
import { demoPassword, useConsole } from '../harness/index.ts'
import { ordinary, signInOf } from '../harness/people.ts'

// Tests single-page applications that use published OpenID Connect libraries. Each page contains the
// configuration that the console shows.

const scripts: Record<string, string> = {
  '/keycloak.js': 'node_modules/keycloak-js/lib/keycloak.js',
  '/oidc-client.js': 'node_modules/oidc-client-ts/dist/esm/oidc-client-ts.js',
  '/jwt-decode.js': 'node_modules/jwt-decode/build/esm/index.js',
}
const imports = {
  'keycloak-js': '/keycloak.js',
  'oidc-client-ts': '/oidc-client.js',
  'jwt-decode': '/jwt-decode.js',
}

/**
 * Returns a page that runs the configuration shown in the console. The code in `rest` registers the actions
 * of two buttons.
 */
const pageWith = (
  configuration: string,
  rest: string,
) => `<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">
  ${configuration}
  const show = (words) => document.querySelector('h1').textContent = words
  const on = (name, run) => {
    const button = document.createElement('button')
    button.textContent = name
    button.onclick = () => run().catch((error) => show('failed: ' + error?.message))
    document.body.append(button)
  }
  ${rest}
</script>`

const keycloakPage = (configuration: string) =>
  pageWith(
    configuration,
    `const lasting = location.search.startsWith('?lasting')
  if (lasting && !keycloak.refreshToken)
    await keycloak.login({ scope: 'openid profile offline_access', prompt: 'consent', redirectUri: '${origin}/keycloak?lasting' })
  const { name } = await keycloak.loadUserInfo()
  show(name)
  on('refresh', async () => show(name + ((await keycloak.updateToken(-1)) ? ' again' : '')))
  on('leave', () => keycloak.logout({ redirectUri: '${origin}/left' }))`,
  )

// A browser-based application gets a refresh token only with prompt=consent.
const oidcPage = (configuration: string) =>
  pageWith(
    configuration.replace(
      '})',
      `  prompt: 'consent', loadUserInfo: true, automaticSilentRenew: false,
    post_logout_redirect_uri: '${origin}/left',
  })`,
    ),
    `const user = await users.getUser()
  if (user) show(user.profile.name)
  on('refresh', async () => show((await users.signinSilent()).profile.name + ' again'))
  on('leave', () => users.signoutRedirect())`,
  )

let pages: Record<string, string> = {}
const application = createServer((request, response) => {
  const { pathname } = new URL(required(request.url, 'url'), 'http://127.0.0.1')
  const script = scripts[pathname]
  response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8')
  response.end(
    script
      ? readFileSync(script)
      : `<!doctype html><html lang="zh"><title>应用</title><link rel="icon" href="data:,"><h1>${pages[pathname] ? '' : '已离开'}</h1>${pages[pathname] ?? ''}`,
  )
})
application.listen(0, '127.0.0.1')
await once(application, 'listening')
const origin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`
afterAll(() => application.close())

const reeve = useConsole({}, { demo: true })

beforeAll(async () => {
  const administrator = { username: 'admin', password: demoPassword }
  const { id } = await registerApplication(reeve.server, administrator, {
    ...{ kind: 'SINGLE_PAGE', name: '单页应用', firstParty: true },
    redirectUris: ['/keycloak', '/keycloak?lasting', '/oidc'].map((path) => origin + path),
    postLogoutRedirectUris: [`${origin}/left`],
    input: { scopes: ['openid', 'profile', 'offline_access'] },
  })
  const configurationFor = (library: string) => {
    const configurations = configurationsOf({
      ...{ origin: reeve.server.url, realm: 'reeve', clientId: id, kind: 'SINGLE_PAGE', usesKey: false },
      ...{ redirectUris: [`${origin}/oidc`], scopes: ['openid', 'profile', 'offline_access'] },
    })
    return required(configurations.find(({ name }) => name === library)?.text, library)
  }
  pages = {
    '/keycloak': keycloakPage(configurationFor('keycloak-js')),
    '/oidc': oidcPage(configurationFor('oidc-client-ts')),
  }
})

const heading = (page: Page, words: string) =>
  page.getByRole('heading', { name: words, exact: true }).waitFor()

test('an application that uses keycloak-js signs in, stays signed in after a reload, refreshes tokens and signs out', async () => {
  const person = required(ordinary[9], 'item of ordinary')
  const page = await reeve.open('/login')
  await page.goto(`${origin}/keycloak`)
  await page.getByRole('heading', { name: '继续前往 单页应用' }).waitFor()
  await signInByPassword(page, signInOf(person))
  await heading(page, person.name)
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await heading(page, person.name)
  await page.goto(`${origin}/keycloak?lasting`)
  await heading(page, person.name)
  await page.getByRole('button', { name: 'refresh' }).click()
  await heading(page, `${person.name} again`)
  await page.getByRole('button', { name: 'leave' }).click()
  await heading(page, '已离开')
  await page.goto(`${origin}/keycloak`)
  await page.getByRole('heading', { name: '继续前往 单页应用' }).waitFor()
})

test('an application that uses oidc-client-ts signs in, refreshes tokens, and also signs out of the console', async () => {
  const person = required(ordinary[10], 'item of ordinary')
  const page = await reeve.open('/login')
  await page.goto(`${origin}/oidc`)
  await page.getByRole('heading', { name: '继续前往 单页应用' }).waitFor()
  await signInByPassword(page, signInOf(person))
  await heading(page, person.name)
  await page.getByRole('button', { name: 'refresh' }).click()
  await heading(page, `${person.name} again`)
  const other = await page.context().newPage()
  await other.goto(`${reeve.server.url}/accountInfo/index`)
  await other.getByRole('heading', { name: person.name }).waitFor()
  reeve.expectPrinted(/Empty AccessToken/)
  await page.getByRole('button', { name: 'leave' }).click()
  await heading(page, '已离开')
  await other.waitForURL('**/login**')
  expect(new URL(page.url()).pathname).toBe('/left')
})
