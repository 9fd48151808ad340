import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { required } from '../../contract/required.ts'
import { firstPassword, startApp, type TestApp } from '../testing/app.ts'
import { startCollector } from '../testing/collector.ts'
import { migratedFolder } from '../testing/database.ts'
import { openStream } from '../testing/stream.ts'
import { describeStatement } from './trace.ts'

const phone = '13912345678'
const nickName = '欧阳晓明'
const graphqlPath = '/api/services/backend/actions/graphql'

/**
 * The OpenTelemetry packages read their environment variables from process.env when they start, so the
 * variables must be set there.
 */
async function startTraced(env: Record<string, string>): Promise<TestApp> {
  Object.assign(process.env, env)
  try {
    return await startApp({ REEVE_ADMIN_PHONE: phone, ...env })
  } finally {
    for (const name of Object.keys(env)) delete process.env[name]
  }
}

const signIn = async (app: TestApp) =>
  (await app.token({ grant_type: 'password', username: phone, password: firstPassword })).body

/** The operation name and the alias contain a phone number, because clients can choose both freely. */
const rename = (app: TestApp, token: string, headers: Record<string, string> = {}) =>
  app.graphql(
    token,
    `mutation Of${phone}($name: String!) { as${phone}: updateProfile(nickName: $name) { id name } }`,
    { name: nickName },
    headers,
  )

describe('OpenTelemetry', () => {
  it('traces a request from HTTP through the GraphQL field to SQL, as part of the caller’s trace', async () => {
    await using collector = await startCollector()
    const [traceId, caller, follower] = ['0af7651916cd43dd8448eb211c80319c', 'b'.repeat(16), 'c'.repeat(16)]
    const asPartOf = (span: string) => ({ traceparent: `00-${traceId}-${span}-01` })
    let lines: string[] = []
    let figures = ''
    let secrets: string[] = []
    {
      await using app = await startTraced({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_SERVICE_NAME: 'reeve-under-test',
        OTEL_BSP_SCHEDULE_DELAY: '50',
      })
      const tokens = await signIn(app)
      secrets = [phone, firstPassword, nickName, tokens.access_token, tokens.refresh_token]
      const renamed = await rename(app, tokens.access_token, {
        ...asPartOf(caller),
        tracestate: `vendor=${phone}`,
      })
      expect(renamed.body).toMatchObject({ data: { [`as${phone}`]: { name: nickName } } })
      // The span of a streaming request is exported as soon as the stream is open.
      const subscription = 'subscription { messageReceived { id } }'
      await using _stream = await openStream(app.url, tokens.access_token, subscription, {
        headers: asPartOf(follower),
      })
      await expect
        .poll(() => collector.spans().filter(({ parentId }) => parentId === follower))
        .toHaveLength(1)
      figures = await (await fetch(`${app.url}/metrics`)).text()
      lines = app.log
    }

    const spans = collector.spans()
    const signedIn = required(
      spans.find(({ name }) => name === 'POST /realms/reeve/protocol/openid-connect/token'),
      'item of spans',
    )
    expect(spans.filter(({ parentId }) => parentId === signedIn.id).map(({ name }) => name)).toContain(
      'SELECT account_claim',
    )
    const call = required(
      spans.find(({ parentId }) => parentId === caller),
      'item of spans',
    )
    expect(call).toMatchObject({
      traceId,
      name: `POST ${graphqlPath}`,
      attributes: { 'http.response.status_code': '200' },
    })
    const field = required(
      spans.find(({ parentId, name }) => parentId === call.id && name.startsWith('mutation')),
      'item of spans',
    )
    expect(field).toMatchObject({ traceId, name: 'mutation updateProfile' })
    const statements = spans.filter(({ parentId }) => parentId === field.id).map(({ name }) => name)
    expect(statements).toEqual(
      expect.arrayContaining(['BEGIN', 'UPDATE account', 'INSERT audit_event', 'COMMIT']),
    )
    expect(collector.resource()).toMatchObject({ 'service.name': 'reeve-under-test' })

    // The log line in the server's own output and the exported log record both contain the trace id.
    const line = required(
      lines.find((text) => text.includes('"request"') && text.includes(call.id)),
      'find',
    )
    expect(JSON.parse(line)).toMatchObject({ trace_id: traceId, span_id: call.id, status: 200 })
    expect(collector.logs()).toContainEqual({ traceId, body: 'request' })

    // The exported metrics have the same values as /metrics.
    const labels = `method="POST",route="${graphqlPath}",status="200"`
    expect(figures).toContain(`http_request_duration_seconds_count{${labels}} 1`)
    const measured = required(
      collector.histograms().findLast(({ attributes }) => attributes.route === graphqlPath),
      'item of histograms',
    )
    expect(measured).toMatchObject({ name: 'http_request_duration_seconds', count: 1 })
    expect(measured.buckets.reduce((sum, count) => sum + count)).toBe(1)

    const sent = collector.bytes()
    expect(sent.length).toBeGreaterThan(10_000)
    expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
  })

  it('logs only once that the collector rejects exports, and keeps serving requests', async () => {
    await using collector = await startCollector(400)
    await using app = await startTraced({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    })
    const warnings = () => app.log.filter((line) => line.includes('telemetry: traces cannot be exported'))
    const { access_token } = await signIn(app)
    await expect.poll(warnings).toHaveLength(1)
    const refused = collector.spans().length
    expect((await rename(app, access_token)).status).toBe(200)
    await expect.poll(() => collector.spans().length).toBeGreaterThan(refused)
    expect(warnings()).toHaveLength(1)
  })

  it('is not loaded if no exporter is configured', async () => {
    const REEVE_DATA_DIR = await migratedFolder()
    const child = spawn(process.execPath, ['--liftoff-only', '--import', watchLoads, 'server/main.ts'], {
      env: { PATH: process.env.PATH, PORT: '0', REEVE_DATA_DIR, OTEL_SERVICE_NAME: 'reeve' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    const lines: string[] = []
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line)
        if (line.startsWith('Reeve is ready')) child.kill()
      }
    } finally {
      child.kill()
      await exited
      rmSync(REEVE_DATA_DIR, { recursive: true, force: true })
    }
    expect(lines.filter((line) => line.startsWith('Reeve is ready'))).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('loaded'))).toEqual([])
  })
})

/**
 * A module that prints every OpenTelemetry file that is loaded, except those of the API package, which
 * prom-client loads.
 */
const watchLoads = `data:text/javascript,${encodeURIComponent(`import { registerHooks } from 'node:module'
registerHooks({ resolve(name, context, next) {
  const found = next(name, context)
  if (/@opentelemetry\\/(?!api\\/)/.test(found.url)) process.stdout.write('loaded ' + found.url + '\\n')
  return found
} })`)}`

describe('describeStatement', () => {
  it.each([
    ['select "id" from "account" where "id" = $1 for update', 'SELECT account'],
    ['insert into "event_pending" ("id") select 1', 'INSERT event_pending'],
    ['with gone as (delete from session returning id) select * from gone', 'DELETE session'],
    ['with here as (select 1 from device) select * from here', 'SELECT device'],
    ['/* plan each time */ update "tenant" set "name" = $1', 'UPDATE tenant'],
    ["select pg_notify('live', '欧阳晓明 13912345678')", 'SELECT'],
    ['commit', 'COMMIT'],
    ['create table feed.event_20261123 partition of event', 'CREATE'],
  ])('returns the operation and the table, if any, of “%s”', (text, name) => {
    expect(describeStatement(text).name).toBe(name)
  })
})
