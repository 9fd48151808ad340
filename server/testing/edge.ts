import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Config, readConfig } from '../config.ts'
import { openListener, type Timeouts } from '../http/listen.ts'
import { createLog } from '../http/log.ts'
import { buildHttp, type HttpOptions } from '../http/routes.ts'

/**
 * Starts an HTTP server on a free port. The test supplies the handlers behind the HTTP layer. All log lines
 * are collected in `lines`.
 */
export async function startEdge(
  env: Record<string, string> = {},
  behind: Partial<HttpOptions> & { patience?: Partial<Timeouts> } = {},
) {
  const config: Config = readConfig({ PORT: '0', REEVE_LOG_LEVEL: 'debug', ...env })
  const webRoot = behind.webRoot ?? makeConsole()
  const lines: string[] = []
  const log = createLog(config, { write: (line) => lines.push(line) })
  const listener = await openListener({ ...config, host: '127.0.0.1' }, behind.patience)
  const http = await buildHttp({
    config,
    log,
    listener,
    db: { ping: async () => null },
    accounts: {
      requestCode: async () => ({ expiresIn: 300, resendAfter: 60 }),
      checkLoginId: async () => ({ available: true }),
      register: async () => ({ id: '0197' }),
      resetPassword: async () => {},
    },
    openIdempotentRequest: () => Promise.reject(new Error('no database')),
    menu: { loadViewer: async () => null, loadMembershipRole: async () => null, remember: async () => {} },
    transfer: {
      loadViewer: async () => null,
      exportList: () => Promise.reject(new Error('nobody is signed in')),
      imports: {} as never,
      dataExports: () => Promise.reject(new Error('nobody is signed in')),
      documents: {} as never,
      icons: {} as never,
    },
    graphql: {
      admit: async () => {},
      handle: (request, reply) => reply.send({ data: { heard: request.body ?? request.query } }),
    },
    printSchema: async () => 'type Query',
    identity: async (app) => {
      app.get('/realms/:realm/.well-known/openid-configuration', async () => ({ issuer: listener.url }))
    },
    identitySources: async () => [],
    nonce: async () => 'a-nonce',
    webRoot,
    ...behind,
  })
  return {
    url: listener.url,
    port: listener.port,
    lines,
    close: http.close,
    async [Symbol.asyncDispose]() {
      // The delay is 0, because there is no proxy that needs time to notice the shutdown.
      await http.close(0)
      rmSync(webRoot, { recursive: true, force: true })
    },
  }
}

/**
 * Creates the files of a built console as Vite writes them: a page, a file with a hash in its name and a file
 * without a hash.
 */
export function makeConsole(): string {
  const root = mkdtempSync(join(tmpdir(), 'reeve-web-'))
  mkdirSync(join(root, 'assets'))
  const files = {
    'index.html': '<!doctype html><title>console</title>',
    'assets/app-1a2b.js': 'export const name = "console"\n',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(root, name), text)
    writeFileSync(join(root, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(root, `${name}.gz`), gzipSync(text))
  }
  return root
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: string
  json: () => Record<string, unknown>
}

/** Sends one request on a new connection. Unlike fetch, this function allows any header. */
export function send(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, headers, body: text, json: () => JSON.parse(text) })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export const postJson = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  send(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Sends raw bytes and returns everything that the server sends before it closes the connection. */
export function sendRaw(port: number, ...parts: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', () => {}) // A connection reset also ends the response.
    socket.on('close', () => resolve(heard))
    for (const part of parts) socket.write(part)
  })
}
