import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { configurationsOf } from '../../../../contract/openid/configurations.ts'
import { required } from '../../../../contract/required.ts'
import { root } from '../../../../scripts/lib/run.js'
import { givenApplication, type TestApplication } from '../../../testing/applications.ts'
import { createBrowser } from '../../../testing/browser.ts'
import { setUpAccount, useIdentity } from '../../../testing/identity.ts'
import { freePort } from '../../../testing/postgres.ts'
import { isInstalled } from '../../../testing/programs/installed.ts'

// Tests signing in to programs that use published client libraries. The programs use the configuration that
// the console shows or, if it shows none for a library, the one in the library's README.
// docs/api/libraries.md lists the results.

const server = useIdentity()

interface Program {
  /**
   * URL paths for login, the OAuth callback and logout. In `logout`, the placeholder ORIGIN is replaced with
   * the program's origin.
   */
  paths?: { login?: string; callback?: string; logout?: string }
  /**
   * Name of the configuration that the console shows, and a function that adapts it to a program without TLS.
   */
  configuration?: [name: string, adapt: (text: string) => string]
  /** Returns the command that starts the program. By default, the program runs in Node.js. */
  command?: (folder: string, port: number, configuration: string) => string[]
  /** Debian packages that the program needs. */
  needs?: string[]
  scopes?: string[]
  /** Whether the library supports refreshing tokens and signing out. */
  refreshes?: boolean
  signsOut?: boolean
}

const folderOfPrograms = join(root, 'tests/libraries')

const python = (file: string) => () => ['/usr/bin/python3', join(folderOfPrograms, file)]
const complete = { scopes: ['openid', 'profile', 'offline_access'], refreshes: true, signsOut: true }
const modules = '/usr/lib/apache2/modules'

/**
 * Writes an Apache configuration, and a script that prints the user. Returns the command that starts Apache.
 */
function apache(folder: string, port: number, configuration: string): string[] {
  const script = join(folder, 'user.sh')
  const user = `{"sub":"%s","name":"%s"}' "$OIDC_CLAIM_sub" "$OIDC_CLAIM_name"`
  writeFileSync(script, `#!/bin/sh\nprintf 'Content-Type: application/json\\n\\n${user}\n`)
  chmodSync(script, 0o755)
  const file = join(folder, 'apache.conf')
  const names = [
    'mpm_prefork',
    'authn_core',
    'authz_core',
    'authz_user',
    'alias',
    'cgi',
    'headers',
    'auth_openidc',
  ]
  writeFileSync(
    file,
    `ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/log
${names.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
User www-data
Group www-data
ScriptAlias / ${script}
# The browser of this test calls fetch(), and the module redirects only page loads.
RequestHeader unset Sec-Fetch-Mode early
${readFileSync(configuration, 'utf8')}`,
  )
  return ['/usr/sbin/apache2', '-D', 'FOREGROUND', '-f', file]
}

/** Compiles the Go program with the configuration. Returns the command that starts it. */
function go(folder: string, _port: number, configuration: string): string[] {
  const source = readFileSync(join(folderOfPrograms, 'go_oidc.go'), 'utf8')
  const main = join(folder, 'main.go')
  writeFileSync(
    main,
    source.replace('// CONFIGURATION', () => readFileSync(configuration, 'utf8')),
  )
  // Debian installs Go libraries as source code below this path.
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH: '/usr/share/gocode',
    GOCACHE: join(folder, 'cache'),
  }
  execFileSync('/usr/bin/go', ['build', '-o', join(folder, 'program'), main], { env, stdio: 'inherit' })
  return [join(folder, 'program')]
}

const programs: Record<string, Program> = {
  'openid-client': {
    ...complete,
    configuration: [
      'openid-client',
      (text) => `${text
        .replace('\n)\n', '\n  undefined,\n  { execute: [oidc.allowInsecureRequests] },\n)\n')
        .replace("  scope: 'openid", "  prompt: 'consent',\n  scope: 'openid")}
export { code_verifier, config, url }`,
    ],
  },
  oauth4webapi: complete,
  'Auth.js': {
    configuration: ['Auth.js', (text) => text.replace(/^import .*$/m, '')],
    paths: { callback: '/api/auth/callback/reeve' },
  },
  'openid-client 5': complete,
  'express-openid-connect': complete,
  'passport-openidconnect': {},
  'simple-oauth2': { ...complete, signsOut: false },
  'Apache mod_auth_openidc': {
    configuration: ['Apache mod_auth_openidc', (text) => text],
    command: apache,
    needs: ['libapache2-mod-auth-openidc'],
    paths: { login: '/', logout: '/callback?logout=ORIGIN/left' },
    signsOut: true,
  },
  Authlib: {
    configuration: ['Authlib', (text) => text],
    command: python('flask_authlib.py'),
    needs: ['python3-flask', 'python3-authlib'],
  },
  'go-oidc': {
    ...{ ...complete, signsOut: false },
    configuration: ['go-oidc', (text) => text],
    command: go,
    needs: ['golang-go', 'golang-github-coreos-go-oidc-dev'],
  },
  'requests-oauthlib': {
    ...{ ...complete, signsOut: false },
    command: python('flask_requests_oauthlib.py'),
    needs: ['python3-flask', 'python3-requests-oauthlib'],
  },
  'omniauth-openid-connect': {
    command: () => ['/usr/bin/ruby', join(folderOfPrograms, 'omniauth.rb')],
    needs: ['ruby-omniauth-openid-connect'],
    paths: { login: '/auth/reeve', callback: '/auth/reeve/callback' },
  },
}
const fileOf = (name: string) => `${name.toLowerCase().replaceAll(/[. ]/g, '-')}.js`

/** Starts the program and waits until it answers. */
async function start(name: string, application: TestApplication, port: number): Promise<void> {
  const { configuration, command } = required(programs[name], name)
  const folder = mkdtempSync(join(tmpdir(), 'reeve-library-'))
  chmodSync(folder, 0o755)
  // Node.js resolves imports relative to the importing file. A configuration in JavaScript is therefore
  // written into the repository, where its packages are found.
  const inRepository = join(root, 'test-results')
  mkdirSync(inRepository, { recursive: true })
  const file = join(configuration && !command ? inRepository : folder, `${port}.js`)
  if (configuration) {
    const rendered = configurationsOf({
      ...{ origin: server.url, realm: 'reeve', clientId: application.id, kind: 'SERVER', usesKey: false },
      ...{ redirectUris: application.redirect_uris, scopes: application.scopes },
    }).find((each) => each.name === configuration[0])
    writeFileSync(file, configuration[1](required(rendered, configuration[0]).text))
  }
  const [program = '', ...args] = command?.(folder, port, file) ?? [
    process.execPath,
    join(folderOfPrograms, fileOf(name)),
  ]
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...{ PORT: String(port), ISSUER: server.issuer, CONFIGURATION: file },
      ...{ CLIENT_ID: application.id, REEVE_SECRET: application.secret, OIDC_CRYPTO_PASSPHRASE: 'test' },
      // Without these variables, the libraries reject http URLs.
      ...{ AUTHLIB_INSECURE_TRANSPORT: '1', OAUTHLIB_INSECURE_TRANSPORT: '1' },
    },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
    rmSync(file, { force: true })
  })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
    await pause(50)
  }
}

/**
 * Visits a URL of the program or of the server, and follows all redirects. `visited` contains every URL on
 * the way.
 */
async function visit(
  start: string,
  own: ReturnType<typeof createBrowser>,
  at: ReturnType<typeof createBrowser>,
) {
  let url = new URL(start)
  const visited: string[] = []
  while (visited.push(url.href) < 12) {
    const answer = await (url.origin === server.url ? own : at).visit(url)
    const next = answer.headers.get('location')
    if (!next) return { url, visited, status: answer.status, text: await answer.text() }
    url = new URL(next, url)
  }
  throw new Error(`too many redirects at ${url}`)
}

/** Asserts that a page of a program shows the account. */
function expectUser({ status, text }: Awaited<ReturnType<typeof visit>>): void {
  expect([status, text]).toEqual([200, expect.stringMatching(/"name":\s?"(张三|\\u5f20\\u4e09)"/)])
}

const results: string[] = []

test.for(Object.entries(programs))(
  'a user can sign in to a program that uses %s',
  async ([name, program], { skip }) => {
    const { needs = [] } = program
    if (!needs.every((debian) => isInstalled(`/usr/share/doc/${debian}`, debian)))
      skip(`needs the Debian packages ${needs.join(', ')}`)
    const { login = '/login', callback = '/callback', logout = '/logout' } = program.paths ?? {}
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const application = await givenApplication(server.db, {
      redirect_uris: [origin + callback],
      post_logout_redirect_uris: [`${origin}/left`],
      scopes: program.scopes ?? ['openid', 'profile'],
    })
    await start(name, application, port)
    const account = await setUpAccount(server.db)
    const [browser, at] = [createBrowser(server.url), createBrowser(origin)]
    await browser.signIn(account)
    let signedIn = await visit(origin + login, browser, at)
    // Some programs show the user only at /.
    if (signedIn.url.pathname !== '/') signedIn = await visit(`${origin}/`, browser, at)
    expectUser(signedIn)
    if (program.refreshes) {
      const refreshed = await visit(`${origin}/refresh`, browser, at)
      expectUser(refreshed)
    }
    if (program.signsOut) {
      const { visited } = await visit(origin + logout.replace('ORIGIN', origin), browser, at)
      expect(visited).toContain(`${origin}/left`)
      const again = await visit(`${server.issuer}/protocol/openid-connect/logout`, browser, at)
      expect(again.url.pathname).toBe('/login')
    }
    const can = (does = false) => (does ? 'yes' : 'not offered')
    const from = program.configuration ? 'console' : 'README'
    results.push(`| ${name} | ${from} | yes | ${can(program.refreshes)} | ${can(program.signsOut)} |`)
  },
)

test('docs/api/libraries.md lists the results of these sign-ins', async ({ skip }) => {
  if (results.length < Object.keys(programs).length) skip('not all programs ran')
  await expect(`# Tested OpenID Connect libraries

For developers of an application. Each library was tested by signing in to a small program ([programs](../../tests/libraries)). The configuration is the one that the application's page in the console shows, or that of the library's README. "Not offered" means that the library has no function for it.

| library | configuration | sign-in, user info | refresh | sign-out |
| --- | --- | --- | --- | --- |
${results.join('\n')}

oidc-client-ts and keycloak-js were tested in a browser with the configuration that the console shows: sign-in, user info, refresh and sign-out. The configurations for Spring Security, oauth2-proxy and Grafana are not tested.

For contributors: \`server/identity/openid/libraries/libraries.test.ts\` writes this page (with \`-u\`), and \`e2e/applications/libraries.test.ts\` runs the tests in a browser. \`npm test -- openid\` runs the modules of the OpenID Foundation's Basic, Config, RP-Initiated Logout and Back-Channel Logout profiles and prints the result of each.
`).toMatchFileSnapshot('../../../../docs/api/libraries.md')
})
