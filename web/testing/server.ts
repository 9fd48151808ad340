import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SeenRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

type Answer = (request: SeenRequest, response: ServerResponse) => unknown

/** Installs in-memory versions of localStorage and sessionStorage. Simulated tabs share only localStorage. */
export function installStorage(): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    const values = new Map<string, string>()
    const storage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    }
    Object.defineProperty(globalThis, name, { value: storage, configurable: true })
  }
}

/**
 * Starts an HTTP server on a free port, and resolves the console's relative URLs against it. `config`
 * overrides values of /config.json.
 */
export async function startServer(answer: Answer, config: object = {}) {
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    seen.push(one)
    if (one.path === '/config.json')
      return json(response, 200, { realm: 'reeve', deployment: 'platform', ...config })
    await answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const real = globalThis.fetch
  globalThis.fetch = (input, init) => real(new URL(String(input), base), init)
  return {
    seen,
    to: (path: string) => seen.filter((each) => each.path === path),
    async [Symbol.asyncDispose]() {
      globalThis.fetch = real
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const graphqlPath = '/api/services/backend/actions/graphql'
export const tokenPath = '/realms/reeve/protocol/openid-connect/token'
