import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { send } from '../server/db/socket/frames.ts'
import { socketFolder, socketPath } from '../server/db/socket/path.ts'
import { listen } from '../server/testing/http-server.ts'
import { createProgress } from './progress.ts'
import { run, runJson } from './testing/run.ts'

// Tests the output of `reeve` commands that need no database.
const folder = mkdtempSync(join(tmpdir(), 'reeve-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const names = ['start', 'check', 'migrate', 'backup', 'restore', 'admin', 'rotate-keys', 'audit']

test('reeve lists its commands and prints its version', async () => {
  for (const args of [[], ['--help'], ['-h'], ['help']]) {
    const { code, out } = await run({}, ...args)
    expect(code).toBe(0)
    for (const name of names) expect(out).toContain(`\n  ${name} `)
    expect(out).toContain('Exit codes: 0 success; 1 failure')
  }
  const { code, out } = await run({}, '--version')
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+(-dev(\+[\da-f]{8})?)?\n$/),
  })
  expect(out.split(/[+\n]/)[0]).toBe(version)
  for (const args of [['version'], ['-V']]) expect((await run({}, ...args)).out).toBe(out)
  expect(await runJson({}, 'version')).toEqual({
    ...{ code: 0, ok: true, version: out.trim() },
    migration: expect.any(Number),
  })
})

test.each(names)('reeve %s --help shows the usage and does nothing else', async (name) => {
  const { code, out, err } = await run({ REEVE_DATA_DIR: join(folder, 'untouched') }, name, '--help')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(new RegExp(`^Usage: reeve ${name}`))
  expect(out).toContain('--json')
  expect((await run({}, 'help', name)).out).toBe(out)
  expect(existsSync(join(folder, 'untouched'))).toBe(false)
})

test.each([
  ['an unknown command', ['serve'], 'Unknown command serve. See reeve --help.'],
  [
    'an unknown option',
    ['rotate-keys', '--leak'],
    "Unknown option '--leak'. Usage: reeve rotate-keys [OPTIONS]",
  ],
  ['an option without a command', ['--color'], 'Unknown option --color. See reeve --help.'],
  ['help of an unknown command', ['help', 'serve'], 'Unknown command serve. See reeve --help.'],
  [
    'an unreadable settings file',
    ['check', '--env-file', '/no/such/file'],
    '--env-file /no/such/file cannot',
  ],
  [
    'a password for an action that takes no password',
    ['admin', 'appoint', 'root', '--password-stdin'],
    '--password-stdin requires create or reset',
  ],
  ['too many arguments', ['migrate', 'now'], 'Usage: reeve migrate. See reeve migrate --help.'],
  ['too few arguments', ['backup'], 'Usage: reeve backup FILE. See'],
  [
    'an unknown action of the audit command',
    ['audit', 'forge'],
    'The action must be verify. See reeve audit --help.',
  ],
  ['a malformed --days value', ['audit', 'verify', '--days', 'all'], '--days must be a whole number of days'],
  ['a wrong admin action', ['admin', 'dismiss', 'root'], 'An action (appoint, create, reset, end-sessions'],
])('for %s, reeve exits with code 2, explains the error and creates no database', async (_, args, says) => {
  const env = { REEVE_DATA_DIR: join(folder, 'untouched') }
  const { code, out, err } = await run(env, ...args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(says)
  expect(await runJson(env, ...args)).toMatchObject({
    code: 2,
    ok: false,
    error: expect.stringContaining(says),
  })
  expect(existsSync(env.REEVE_DATA_DIR)).toBe(false)
})

test('reeve names invalid settings and exits with 2', async () => {
  const { code, err } = await run({ PORT: 'x', REEVE_COLOR: 'red' }, 'check')
  expect(code).toBe(2)
  expect(err).toMatch(/REEVE_COLOR is not a setting; PORT must be/)
})

test('reeve check suggests a remedy for each fault and prints no passwords', async () => {
  const env = {
    REEVE_DATABASE_URL: 'postgres://reeve:hush-hush@127.0.0.1:1/reeve',
    REEVE_SMS_URL: 'http://127.0.0.1:1/sms',
    REEVE_MAIL_URL: 'smtp://user:hush-hush@127.0.0.1:1/?from=a@b.cn',
  }
  const { code, out } = await run(env, 'check')
  expect(code).toBe(1)
  expect(out).toMatch(/^FAULT +database .*ECONNREFUSED.*\n +→ check that PostgreSQL is running/m)
  expect(out).toMatch(/^FAULT +SMS .*ECONNREFUSED.*\n +→ .*REEVE_SMS_URL/m)
  expect(out).toMatch(/^FAULT +mail .*ECONNREFUSED.*\n +→ .*REEVE_MAIL_URL/m)
  const { err } = await run(env, 'migrate')
  expect(out + err).not.toContain('hush-hush')
})

test('reeve check succeeds before the first start of a server, and creates no data folder', async () => {
  const env = { REEVE_DATA_DIR: join(folder, 'new'), REEVE_SMS_URL: `file:${folder}/sms.jsonl` }
  const { code, ok, findings } = await runJson(env, 'check')
  expect({ code, ok }).toEqual({ code: 0, ok: true })
  expect(findings.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)).toEqual([
    'settings ok',
    'disk ok',
    'database ok',
    'SMS ok',
    'mail ok',
  ])
  expect(existsSync(env.REEVE_DATA_DIR)).toBe(false)
})

test('reeve backup reports a folder without a database, and reeve restore a file that is not a backup', async () => {
  const env = { REEVE_DATA_DIR: join(folder, 'new') }
  expect((await run(env, 'backup', join(folder, 'b'))).err).toContain('contains no database')
  const { code, err } = await run(env, 'restore', new URL('../package.json', import.meta.url).pathname)
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('is not a backup') })
})

test.each([
  ['another version', { version: '0.2.0', schema: '31 (application_webhooks)' }, 'is 0.2.0'],
  [
    'the same version but another schema',
    { version, schema: '31 (seals)' },
    'is 31 (seals), and this command has',
  ],
])('reeve refuses to use the database of a running server that has %s', async (_, greeting, says) => {
  const dataDir = mkdtempSync(join(folder, 'served-'))
  mkdirSync(join(dataDir, 'postgres'))
  mkdirSync(socketFolder(dataDir))
  const server = createServer((socket) => send(socket, greeting)).listen(socketPath(dataDir))
  try {
    const { code, err } = await run({ REEVE_DATA_DIR: dataDir }, 'backup', join(folder, 'refused'))
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) })
    expect(err).toContain('Restart the server first')
  } finally {
    server.close()
  }
})

test('reeve accepts --json and --env-file before the command', async () => {
  const file = join(folder, 'reeve.env')
  writeFileSync(file, `# comment\nREEVE_DATA_DIR="${join(folder, 'of the file')}"\nREEVE_SMS_URL=log:\n`)
  const { code, out } = await run({}, '--json', '--env-file', file, 'check')
  expect(code).toBe(0)
  const { findings } = JSON.parse(out)
  expect(findings.find(({ name }: { name: string }) => name === 'database').says).toContain('of the file')
  // Environment variables take precedence over the variables in the settings file.
  const { out: other } = await run({ REEVE_DATA_DIR: join(folder, 'new') }, 'check', '--env-file', file)
  expect(other).not.toContain('of the file')
})

test('reeve loads no npm packages and fewer than 15 files to show help and version', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    const { reeve } = await import(process.argv[1])
    for (const args of [['--help'], ['--version'], ['help', 'check']])
      await reeve(args, { env: {}, print() {}, note() {}, watched: false })
    process.stdout.write(JSON.stringify(loaded.filter((url) => !url.startsWith('node:'))))`
  const main = new URL('./main.ts', import.meta.url).href
  const loaded: string[] = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script, main], { encoding: 'utf8' }),
  )
  expect(loaded.filter((url) => url.includes('/node_modules/'))).toEqual([])
  expect(loaded.length).toBeLessThan(15)
})

test('reeve reports progress every second on a terminal and every 10 seconds elsewhere', () => {
  vi.useFakeTimers()
  try {
    const linesOf = (watched: boolean) => {
      const lines: string[] = []
      const progress = createProgress((text) => void lines.push(text), watched)
      progress.say('Reading the database')
      vi.advanceTimersByTime(24_000)
      progress.end()
      return lines
    }
    expect(linesOf(true)).toHaveLength(25)
    expect(linesOf(false)).toEqual([
      expect.stringMatching(/^Reading the database … \d+ s\n$/),
      expect.stringMatching(/^Reading the database … \d+ s\n$/),
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('reeve check reports missing SMS templates as advice', async () => {
  const sms = 'aliyun://id:hush-hush@127.0.0.1:1/?sign=x&template.code=SMS_1'
  await using provider = await listen((_, response) => void response.end())
  const { code, out } = await run(
    { REEVE_DATA_DIR: join(folder, 'new'), REEVE_SMS_URL: sms.replace('127.0.0.1:1', provider.host) },
    'check',
  )
  expect(code).toBe(0)
  expect(out).toMatch(
    /^advice +SMS +notices without an SMS template .*: password\.changed, password\.reset, /m,
  )
  expect(out).not.toMatch(/: code,|hush-hush/)
})
