import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { required } from '../../contract/required.ts'
import { send, startEdge } from '../testing/edge.ts'
import { useApp } from '../testing/use-app.ts'

// Checks that the server exports all metrics that deploy/observability and the documents use.

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'deploy', 'observability')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

interface Rule {
  alert: string
  expr: string
}
interface Panel {
  targets?: { expr: string }[]
}
const rules: Rule[] = parse(read('deploy/observability/rules.yml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
)
const dashboard: { panels: Panel[]; templating: { list: { query: string | { query: string } }[] } } =
  JSON.parse(read('deploy/observability/dashboard.json'))

/**
 * Returns the metric names in a PromQL expression: words with an underscore that are not functions, labels or
 * strings.
 */
function asked(expression: string): string[] {
  const bare = expression.replace(/"[^"]*"/g, '').replace(/\{[^}]*\}|\b(by|without) \([^)]*\)|\$__\w+/g, '')
  return [...bare.matchAll(/\b[a-z]+(?:_[a-z\d]+)+\b(?!\s*\()/g)].map(([name]) => name)
}

describe('the metrics of a server', () => {
  const audit = join(tmpdir(), `reeve-figures-${process.pid}.jsonl`)
  afterAll(() => rmSync(audit, { force: true }))
  const app = useApp({
    REEVE_MQTT_PORT: '0',
    REEVE_DOCUMENTS_URL: 's3://KEY:SECRET@127.0.0.1:9/papers',
    REEVE_AUDIT_URL: `file://${audit}`,
    REEVE_DATA_DIR: tmpdir(),
  })

  it('include every metric that a dashboard panel or an alert uses', async () => {
    await fetch(`${app.url}/config.json`)
    const printed = await (await fetch(`${app.url}/metrics`)).text()
    const kinds = new Map(
      [...printed.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, kind]) => [required(name, 'name'), kind]),
    )
    const known = new Set(
      [...kinds].flatMap(([name, kind]) =>
        kind === 'histogram' || kind === 'summary'
          ? [`${name}_bucket`, `${name}_sum`, `${name}_count`]
          : [name],
      ),
    )
    const panels = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    const choices = dashboard.templating.list.map(({ query }) => query)
    const expressions = [
      ...panels,
      ...rules.map(({ expr }) => expr),
      ...choices.flatMap((choice) =>
        typeof choice === 'string' ? [] : choice.query.replace(/, \w+\)$/, ')'),
      ),
    ]
    expect(panels.length).toBeGreaterThan(15)
    const names = expressions.flatMap(asked)
    expect(names).toContain('http_request_duration_seconds_bucket')
    expect([...new Set(names.filter((name) => !known.has(name)))]).toEqual([])
    const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(printed)?.[1])
    expect(figure('reeve_memory_limit_bytes')).toBeGreaterThan(100e6)
    expect(figure('reeve_disk_free_bytes')).toBeLessThan(figure('reeve_disk_size_bytes'))
    expect(figure('reeve_backup_last_seconds')).toBe(0)
  })
})

it('the documentation describes what to do for each alert', () => {
  const lines = [...read('docs', 'operations', 'monitoring.md').matchAll(/^\| `(Reeve\w+)` \| (.+) \|$/gm)]
  expect(lines.map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert))
  for (const [, , remedy] of lines) expect(required(remedy, 'remedy').length).toBeGreaterThan(40)
})

/** promtool checks alert rules. On Debian, it is installed with: apt-get install prometheus */
const promtool = spawnSync('promtool', ['--version']).status === 0

it.skipIf(!promtool)('promtool accepts the alert rules, and the tests of the rules pass', () => {
  execFileSync('promtool', ['check', 'rules', 'rules.yml'], { cwd: folder, stdio: 'pipe' })
  execFileSync('promtool', ['test', 'rules', 'rules.test.yml'], { cwd: folder, stdio: 'pipe' })
})

describe('GET /metrics', () => {
  const token = 'a-long-enough-token'
  const bearer = (secret: string) => ({ headers: { Authorization: `Bearer ${secret}` } })

  it('returns request counts by route instead of by URL', async () => {
    await using edge = await startEdge()
    await send(`${edge.url}/accountInfo/13812345678`)
    const { body, headers } = await send(`${edge.url}/metrics`)
    expect(headers['content-type']).toMatch('text/plain')
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/*",status="200"} 1')
    expect(body).toContain('process_cpu_seconds_total')
    expect(body).not.toContain('13812345678')
  })

  it.each(['X-Forwarded-For', 'Forwarded', 'X-Forwarded-Proto', 'Via', 'X-Real-IP'])(
    'is refused for clients behind a proxy that sends %s',
    async (name) => {
      await using edge = await startEdge()
      const reply = await send(`${edge.url}/metrics`, { headers: { [name]: '127.0.0.1' } })
      expect(reply.json()).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    },
  )

  it('is refused without a token if a public URL is set, even on the same machine', async () => {
    await using edge = await startEdge({ REEVE_PUBLIC_URL: 'https://id.example.com' })
    const reply = await send(`${edge.url}/metrics`)
    expect(reply.json()).toMatchObject({
      status: 403,
      detail: expect.stringContaining('REEVE_METRICS_TOKEN'),
    })
    expect(reply.body).not.toContain('process_')
    const open = { REEVE_PUBLIC_URL: 'https://id.example.com', REEVE_METRICS_TOKEN: token }
    await using held = await startEdge(open)
    expect((await send(`${held.url}/metrics`, bearer(token))).status).toBe(200)
    expect((await send(`${held.url}/metrics`)).status).toBe(401)
  })

  it('requires the token if one is configured', async () => {
    await using edge = await startEdge({ REEVE_METRICS_TOKEN: token })
    const forwarded = { headers: { ...bearer(token).headers, 'X-Forwarded-For': '203.0.113.7' } }
    expect((await send(`${edge.url}/metrics`, forwarded)).status).toBe(200)
    expect((await send(`${edge.url}/metrics`)).status).toBe(401)
    expect((await send(`${edge.url}/metrics`, bearer(`${token}x`))).status).toBe(401)
  })
})
