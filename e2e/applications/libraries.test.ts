import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { signInByPassword } from '../harness/actions.ts'
import { registerApplication } from '../harness/application.ts'
import { demoPassword, useConsole } from '../harness/index.ts'
import { ordinary, signInOf } from '../harness/people.ts'

// Single-page applications with published libraries. Each page shows who is signed in and has two buttons.

const scripts: Record<string, string> = {
  '/keycloak.js': 'node_modules/keycloak-js/lib/keycloak.js',
  '/oidc-client.js': 'node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js',
}
const shown = `
  const show = (words) => document.querySelector('h1').textContent = words
  const on = (name, run) => {
    const button = document.createElement('button')
    button.textContent = name
    button.onclick = () => run().catch((error) => show('failed: ' + error?.message))
    document.body.append(button)
  }`

const keycloakPage = (url: string, clientId: string, origin: string) => `<script type="module">
  import Keycloak from '/keycloak.js'
  ${shown}
  const keycloak = new Keycloak({ url: '${url}', realm: 'reeve', clientId: '${clientId}' })
  const lasting = location.search.startsWith('?lasting')
  const signedIn = await keycloak.init({ scope: 'openid profile', ...(!lasting && { onLoad: 'login-required' }) })
  if (!signedIn) await keycloak.login({ scope: 'openid profile offline_access', prompt: 'consent', redirectUri: '${origin}/keycloak?lasting' })
  const { name } = await keycloak.loadUserInfo()
  show(name)
  on('refresh', async () => show(name + ((await keycloak.updateToken(-1)) ? ' again' : '')))
  on('leave', () => keycloak.logout({ redirectUri: '${origin}/left' }))
</script>`

const oidcPage = (url: string, clientId: string, origin: string) => `<script src="/oidc-client.js"></script>
<script type="module">
  ${shown}
  const manager = new oidc.UserManager({
    authority: '${url}/realms/reeve', client_id: '${clientId}', redirect_uri: '${origin}/oidc',
    scope: 'openid profile offline_access', prompt: 'consent', loadUserInfo: true,
    post_logout_redirect_uri: '${origin}/left', automaticSilentRenew: false,
  })
  let user = await manager.getUser()
  if (!user && new URLSearchParams(location.search).has('code')) user = await manager.signinCallback()
  if (!user) await manager.signinRedirect()
  show(user.profile.name)
  on('refresh', async () => show((await manager.signinSilent()).profile.name + ' again'))
  on('leave', () => manager.signoutRedirect())
</script>`

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
  const { url } = reeve.server
  pages = { '/keycloak': keycloakPage(url, id, origin), '/oidc': oidcPage(url, id, origin) }
})

const heading = (page: Page, words: string) =>
  page.getByRole('heading', { name: words, exact: true }).waitFor()

test('works with keycloak-js: sign-in, reload, refresh and sign-out', async () => {
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

test('works with oidc-client-ts: sign-in, refresh and sign-out of the console in another tab', async () => {
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
