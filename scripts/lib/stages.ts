// Runs all checks of the project in stages. If a stage fails, the next ones still run. The last line of the
// output contains the totals.
import * as fs from 'node:fs'
import { join, relative } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { conformanceTests, embeddedAlone, onBoth, serverTests } from './databases.ts'
import { buildConsole } from './prepare.js'
import { newestTablesFor, previousRelease } from './release.ts'
import { root, run } from './run.js'

interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** Failed tests with the beginning of each error. They are repeated at the end of the output. */
  faults?: string[]
}

const results = join(root, 'test-results')
const bin = (name: string) => join(root, 'node_modules', name)
const one = (ok: boolean): Outcome => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })

async function program(script: string, ...args: string[]): Promise<Outcome> {
  return one((await run(process.execPath, [bin(script), ...args])) === 0)
}

/**
 * Runs projects of vitest.config.ts and counts their tests. A test file that fails to load counts as one
 * failure.
 */
async function vitest(
  projects: string[],
  { env = {}, more = [], cwd = root }: { env?: Record<string, string>; more?: string[]; cwd?: string } = {},
): Promise<Outcome> {
  const report = join(results, `${[...projects, ...(cwd === root ? [] : ['before'])].join('-')}.json`)
  fs.rmSync(report, { force: true })
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(
    process.execPath,
    [bin('vitest/vitest.mjs'), ...args, ...projects.flatMap((name) => ['--project', name]), ...more],
    { cwd, env: { ...process.env, ...env } },
  )
  const outcome = fs.existsSync(report) ? count(JSON.parse(fs.readFileSync(report, 'utf8'))) : one(false)
  // Vitest also fails if an error occurs outside the tests, or if there are no tests.
  if (code !== 0 && outcome.failed === 0) outcome.failed = 1
  return outcome
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; message: string; assertionResults: TestResult[] }[]
}

interface TestResult {
  status: string
  title: string
  fullName: string
  meta: { notApplicable?: string }
  failureMessages: string[]
}

const firstLine = (text = '') => text.split('\n', 1)[0]

/** Returns the beginning of an error message and the stack frame in the test file. */
function excerpt(path: string, [error = '']: string[]): string {
  const lines = error.split('\n')
  const stack = lines.findIndex((line) => /^\s+at /.test(line))
  const place = lines.find((line) => /^\s+at /.test(line) && line.includes(path))
  return [...lines.slice(0, stack < 0 ? 8 : Math.min(stack, 8)), ...(place ? [place] : [])].join('\n')
}

function count(report: Report): Outcome {
  const files = report.testResults.map(({ name, assertionResults, ...file }) => ({
    ...{ ...file, path: relative(root, name) },
    failures: assertionResults.filter(({ status }) => status === 'failed'),
  }))
  const unloaded = files.filter(({ status, failures }) => status === 'failed' && !failures.length)
  const faults = files.flatMap(({ path, failures }) =>
    failures.map(
      ({ fullName, failureMessages }) => `${path} > ${fullName}: ${excerpt(path, failureMessages)}`,
    ),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    faults: [...unloaded.map(({ path, message }) => `${path}: ${firstLine(message)}`), ...faults],
  }
}

/** Prints the result of each module of the OpenID Foundation's conformance suite. */
function printModules(report: Report): void {
  const lines = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ title, status, meta }) => {
      const reason = meta.notApplicable && `not applicable: ${meta.notApplicable}`
      return `${title.split(':')[0]}  ${reason ?? status}`
    }),
  )
  console.log(lines.join('\n'))
}

const onPostgresAlone = fs.globSync(serverTests, { cwd: root, exclude: [...embeddedAlone, ...onBoth] })

// Tests of the previous release that run on the current tables. They read and write, and take one minute in
// total. Tests that run migrations or start a server are excluded, because release 0.2.0 can do that only on
// its own tables.
const releaseTests =
  'server/{members,sessions,devices/list,tenants/applications,certification}/**/!(race|backfill).test.ts'

const stages: Record<string, () => Promise<Outcome>> = {
  lint: () =>
    program('@biomejs/biome/bin/biome', 'ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.'),
  // Finds promises that are not awaited. Biome's own rule is experimental and took more than 100 seconds.
  promises: () => program('oxlint/bin/oxlint', '--type-aware'),
  // Uses a single checker, because several checkers would each instantiate the same types.
  types: () => program('typescript/bin/tsc', '--noEmit', '--checkers', '1'),
  server: () => {
    const excluded = [...onPostgresAlone, `${conformanceTests}/**`]
    return vitest(['unit', 'server'], { more: excluded.flatMap((file) => ['--exclude', file]) })
  },
  openid: async () => {
    const outcome = await vitest(['server'], { more: [conformanceTests] })
    printModules(JSON.parse(fs.readFileSync(join(results, 'server.json'), 'utf8')))
    return { ...outcome, skipped: 0 }
  },
  postgres: () => vitest(['postgres']),
  /**
   * Runs the previous release's tests on the current tables, because old servers still run during a rolling
   * upgrade.
   */
  upgrade: async () => {
    using release = previousRelease()
    if (!release) {
      console.log(
        'Skipped: this checkout has no commit of an earlier release (releases.json), as in an archive or a shallow clone.',
      )
      return { passed: 0, failed: 0, skipped: 1 }
    }
    console.log(`${release.version} on the tables of this checkout`)
    await using server = await newestTablesFor(release.folder)
    const env = { REEVE_TEST_DATABASE_URL: server.url }
    return await vitest(['postgres'], {
      cwd: release.folder,
      env,
      more: fs.globSync(releaseTests, { cwd: release.folder }),
    })
  },
  /**
   * Runs on the Citus coordinator in REEVE_TEST_CITUS_URL. If it is not set, only checks the SQL statements.
   */
  citus: () => vitest([process.env.REEVE_TEST_CITUS_URL ? 'citus' : 'distributed']),
  build: async () => {
    await buildConsole(process.execPath, { always: true })
    return one(true)
  },
  // Uses three workers, because browser tests spend much of their time waiting for pages.
  browser: async () => {
    await buildConsole(process.execPath)
    const REEVE_TEST_PICTURES = process.env.REEVE_TEST_PICTURES ?? '0'
    const env = { CHROMIUM_PATH: ensureChromium(), REEVE_TEST_PICTURES }
    return await vitest(['parts', 'e2e'], { env, more: ['--maxWorkers=3'] })
  },
}

/**
 * Stores temporary databases in memory if there is enough of it. On disk, file operations would take as long
 * as the tests themselves.
 */
function keepInMemory(): void {
  const memory = '/dev/shm'
  const room = 4 * 1024 ** 3
  if (process.env.TMPDIR || !fs.existsSync(memory) || process.availableMemory() < 2 * room) return
  const { bavail, bsize } = fs.statfsSync(memory)
  if (bavail * bsize < room) return
  const folder = fs.mkdtempSync(join(memory, 'reeve-npm-test-'))
  fs.chmodSync(folder, 0o755) // PostgreSQL runs as another user, which must be able to open the folder.
  process.env.TMPDIR = folder
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !Object.hasOwn(stages, name))
if (unknown.length) {
  console.error(`Unknown stage: ${unknown.join(', ')}. The stages are ${Object.keys(stages).join(', ')}.`)
  process.exit(2)
}

fs.mkdirSync(results, { recursive: true })
keepInMemory()
const lines: string[] = []
const faults: string[] = []
const sum = { passed: 0, failed: 0, skipped: 0 }
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (interrupted = true))
for (const [name, stage] of Object.entries(stages)) {
  if (chosen.length && !chosen.includes(name)) continue
  console.log(`\n== ${name}`)
  const begin = performance.now()
  const outcome = await stage().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return one(false)
  })
  if (interrupted) process.exit(130)
  const seconds = ((performance.now() - begin) / 1000).toFixed(0)
  for (const key of ['passed', 'failed', 'skipped'] as const) sum[key] += outcome[key]
  faults.push(...(outcome.faults ?? []))
  const skipped = outcome.skipped ? `, ${outcome.skipped} for another stage` : ''
  lines.push(
    `${outcome.failed ? 'FAILED' : 'ok    '}  ${name.padEnd(9)} ${outcome.passed} passed, ${outcome.failed} failed${skipped}, ${seconds} s`,
  )
}
console.log(`\n${[...faults, ...lines].join('\n')}\n`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed ? 1 : 0
