import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { Registry } from 'prom-client'
import { last, required } from '../../contract/required.ts'
import { startServer } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../db/open.ts'
import { createLog } from '../http/log.ts'
import type { Tasks } from '../periodic.ts'
import { startTelemetry } from '../telemetry/start.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { working } from './factors/proof-of-work.ts'

interface SentMessage {
  channel: 'sms' | 'mail'
  to: string
  template: string
  code: string | null
  text: string
  at: string
}

export interface Tokens {
  access_token: string
  refresh_token: string
}

export interface Answer<Body = Record<string, unknown>> {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what a caller reads of it is what its test is about
  body: Body & any
}

/**
 * A complete server on a free port with its own database. Tests call the server as clients do. If a call
 * requires a proof of work, it is repeated with the proof.
 */
export interface TestApp extends AsyncDisposable {
  url: string
  /** URL that devices connect to. Null if REEVE_MQTT_PORT is not set. */
  gatewayUrl: string | null
  db: Database
  /** Periodic tasks of the server, which tests can run directly. */
  tasks: Tasks
  log: string[]
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  graphql(
    token: string | undefined,
    query: string,
    variables?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Answer>
  token(form: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
  messages(): SentMessage[]
  /** Returns how many SQL statements the server has run outside transactions. */
  statements(): number
  /**
   * Returns the newest code that was sent to a phone number or email address. Waits until there is a code
   * that no earlier call has returned.
   */
  code(to: string): Promise<string>
  /**
   * Starts a second server on the same database. On a PostgreSQL server, the second server is a separate
   * process that can be killed. Otherwise it runs in this process. `env` sets a fixed port, which is needed
   * if both servers share one public URL.
   */
  another(env?: { PORT: string }): Promise<{ url: string; close(): Promise<void>; kill?(): Promise<void> }>
  /** Registers a new account and signs it in. */
  person(given?: { username?: string; nickName?: string; password?: string }): Promise<Person>
}

export interface Person extends Tokens {
  id: string
  phone: string
  password: string
}

/** Password of the first administrator, whose username is `admin`. */
export const firstPassword = 'Reeve-first-administrator'
/** Returns the proof-of-work challenge in a response from a REST endpoint or the token endpoint. */
const challengeIn = ({ body }: Answer) => body?.challenge

let phones = 0

/** Returns a mobile phone number (E.164) that no other test in this process uses. */
export const newPhone = (): string =>
  `+86139${String(((process.pid % 9_000) + 1_000) * 10_000 + (phones++ % 10_000)).padStart(8, '0')}`

/**
 * Starts a server on the migrated database `opened`, or on a new database. Closing the server also closes the
 * database.
 */
export async function startApp(env: Record<string, string> = {}, opened?: TestDatabase): Promise<TestApp> {
  opened ??= await testDatabase({ jobs: true })
  const counted = countStatements()
  const db = { ...opened, query: opened.query.withPlugin(counted.plugin) }
  const outbox = join(tmpdir(), `reeve-messages-${randomUUID()}.jsonl`)
  const settings = {
    PORT: '0',
    REEVE_SMS_URL: `file:${outbox}`,
    REEVE_MAIL_URL: `file:${outbox}`,
    REEVE_ADMIN_PASSWORD: firstPassword,
    REEVE_LIMITS: '1000',
    REEVE_SMS_PER_HOUR: '0',
    REEVE_SMS_PER_DAY: '0',
    ...env,
  }
  const config = readConfig(settings)
  const lines: string[] = []
  // The telemetry and the log must be set up as in server/main.ts.
  const registry = new Registry()
  const report = (text: string) => log.warn(`telemetry: ${text}`)
  const telemetry = config.telemetry && (await startTelemetry(config.telemetry, { registry, report }))
  const log = createLog(config, { write: (line: string) => void lines.push(line) }, telemetry?.line)
  const server = await startServer(config, { log, db, registry })

  const call = (path: string, init: RequestInit) => request(server.url + path, init)
  const messages = () => readMessages(outbox)
  const seen = new Map<string, number>()

  const app: TestApp = {
    url: server.url,
    gatewayUrl: server.gatewayUrl,
    db,
    tasks: server.tasks,
    log: lines,
    messages,
    statements: counted.statements,
    post: (path, body, headers) =>
      working(
        (proof) =>
          call(path, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body:
              typeof body === 'string' ? body : JSON.stringify(proof ? { ...(body as object), proof } : body),
          }),
        challengeIn,
      ),
    graphql: (token, query, variables, headers) =>
      app.post(
        '/api/services/backend/actions/graphql',
        { query, variables },
        { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ),
    token: (form, headers) =>
      working(
        (proof) =>
          call('/realms/reeve/protocol/openid-connect/token', {
            method: 'POST',
            headers,
            body: new URLSearchParams({ client_id: 'web', ...form, ...(proof && { proof }) }),
          } as RequestInit),
        challengeIn,
      ),

    async code(to) {
      for (let tries = 0; tries < 600; tries += 1) {
        const codes = messages().filter((message) => message.to === to && message.code)
        if (codes.length > (seen.get(to) ?? 0)) {
          seen.set(to, codes.length)
          return required(last(codes, 'codes').code, 'code')
        }
        await pause(50)
      }
      throw new Error('no code was sent')
    },

    async another(own) {
      const at = own && { url: `http://127.0.0.1:${own.PORT}` }
      if (db.url) return { ...(await startProcess(db.url, { ...settings, ...own })), ...at }
      const { url, close } = await startServer(readConfig({ ...settings, ...own }), { log, db })
      return { url, close, ...at }
    },

    person: (given) => registerPerson(app, given),

    async [Symbol.asyncDispose]() {
      await server.close(0)
      await telemetry?.stop()
      await db.close()
      rmSync(outbox, { force: true })
    },
  }
  return app
}

/** Returns a Kysely plugin that counts SQL statements. */
function countStatements(): { plugin: KyselyPlugin; statements(): number } {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      // Do not count statements that store the files of a built console, because the server runs them in the
      // background.
      const isFile = node.kind === 'InsertQueryNode' && node.into?.table.identifier.name === 'console_asset'
      if (!isFile) statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { plugin, statements: () => statements }
}

async function request(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init)
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '') && text
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
}

const readMessages = (outbox: string): SentMessage[] =>
  existsSync(outbox)
    ? readFileSync(outbox, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : []

/** Starts a server process on a database of a PostgreSQL server. */
async function startProcess(databaseUrl: string, env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      ...env,
      REEVE_DATABASE_URL: databaseUrl,
      REEVE_LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\S+/.exec(line)?.[0]
    const end = async (signal: NodeJS.Signals) => void (child.kill(signal) && (await exited))
    if (url) return { url, close: () => end('SIGTERM'), kill: () => end('SIGKILL') }
  }
  throw new Error('the second server did not start')
}

async function registerPerson(
  app: TestApp,
  {
    username,
    nickName,
    password = 'correct horse battery',
  }: { username?: string; nickName?: string; password?: string } = {},
): Promise<Person> {
  const phone = newPhone()
  await app.post('/RegisterCode', { mobilePhone: phone, purpose: 'register' })
  const mobilePhoneCode = await app.code(phone)
  const registered = await app.post('/Register', {
    mobilePhone: phone,
    mobilePhoneCode,
    password,
    nickName,
    username,
  })
  if (registered.status !== 201)
    throw new Error(`The account could not be registered: ${JSON.stringify(registered.body)}`)
  const { body } = await app.token({ grant_type: 'password', username: phone, password })
  return { ...body, id: registered.body.id, phone, password }
}

/** Signs in the first administrator. */
export async function adminTokens(app: Pick<TestApp, 'token'>): Promise<Tokens> {
  const { body } = await app.token({ grant_type: 'password', username: 'admin', password: firstPassword })
  return body
}
