import { Agent, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { type Reply, send, startEdge } from '../testing/edge.ts'
import { openListener } from './listen.ts'

/** Returns account calls in which requestCode waits until the test releases it. */
function waiting() {
  const entered = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  return {
    entered: entered.promise,
    leave: leave.resolve,
    accounts: {
      async requestCode() {
        entered.resolve()
        await leave.promise
        return { expiresIn: 300, resendAfter: 60 }
      },
      checkLoginId: async () => ({ available: true }),
      register: async () => ({ id: '' }),
      resetPassword: async () => {},
    },
  }
}

const post = (url: string): Promise<Reply> =>
  send(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Connection: 'keep-alive' },
    body: '{}',
  })

const getOver = (agent: Agent, url: string): Promise<{ status: number; connection: string | undefined }> =>
  new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      response.resume()
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
      )
    })
      .on('error', reject)
      .end()
  })

describe('a stopping server', () => {
  it('accepts no new connections but completes running requests', async () => {
    const { entered, leave, accounts } = waiting()
    const edge = await startEdge({}, { accounts })
    const answer = post(`${edge.url}/RegisterCode`)
    await entered
    const closed = edge.close()
    await expect(send(`${edge.url}/healthz`)).rejects.toThrow('ECONNREFUSED')
    leave()
    expect(await answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await closed
  })

  it('reports that it is not ready before it refuses connections', async () => {
    const edge = await startEdge()
    expect((await send(`${edge.url}/readyz`)).status).toBe(200)
    const closed = edge.close(200)
    const ready = await send(`${edge.url}/readyz`)
    expect(ready.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(ready.headers).toHaveProperty('retry-after')
    expect((await send(`${edge.url}/healthz`)).status).toBe(200)
    expect((await send(`${edge.url}/login`)).status).toBe(200)
    await closed
    await expect(send(`${edge.url}/healthz`)).rejects.toThrow('ECONNREFUSED')
  })

  it('responds to the next request on a keep-alive connection, and then closes the connection', async () => {
    const agent = new Agent({ keepAlive: true })
    const edge = await startEdge()
    expect(await getOver(agent, `${edge.url}/healthz`)).toEqual({ status: 200, connection: 'keep-alive' })
    const closed = edge.close(200)
    expect(await getOver(agent, `${edge.url}/healthz`)).toEqual({ status: 200, connection: 'close' })
    await closed
  })

  it('closes idle connections immediately', async () => {
    const agent = new Agent({ keepAlive: true })
    const edge = await startEdge()
    await getOver(agent, `${edge.url}/healthz`)
    await edge.close()
    agent.destroy()
  })
})

describe('stopping one of two servers', () => {
  it('causes no failed requests behind a proxy that polls /readyz', async () => {
    const going = await startEdge()
    await using staying = await startEdge()
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    let target = going.url
    let closed: Promise<void> | undefined
    let answered = 0
    const statuses = new Set<number>()
    const proxied = async () => {
      while (answered < 2_000) {
        statuses.add((await getOver(agent, `${target}/config.json`)).status)
        answered++
        if (answered === 500) closed = going.close(1_000)
      }
    }
    const asking = async () => {
      while (target === going.url) {
        if ((await send(`${going.url}/readyz`)).status === 503) target = staying.url
      }
    }
    await Promise.all([asking(), ...Array.from({ length: 20 }, proxied)])
    expect(target).toBe(staying.url)
    expect([...statuses]).toEqual([200])
    agent.destroy()
    await closed
  })
})

describe('a starting server', () => {
  it('is alive but not ready', async () => {
    const listener = await openListener({ ...readConfig({}), port: 0 })
    expect((await send(`${listener.url}/healthz`)).json()).toEqual({ status: 'ok' })
    for (const path of ['/readyz', '/', '/api/services/backend/actions/graphql']) {
      const reply = await send(listener.url + path)
      expect(reply.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
      expect(reply.headers).toMatchObject({ 'retry-after': '1', 'x-content-type-options': 'nosniff' })
    }
    await listener.close()
  })

  it('sends browsers a self-reloading page in English and Chinese, and sends JSON to other clients', async () => {
    const listener = await openListener({ ...readConfig({}), port: 0 })
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const page = await send(`${listener.url}/login`, { headers: { Accept: accept } })
    expect(page.status).toBe(503)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'retry-after': '3',
      'cache-control': 'no-store',
    })
    for (const part of ['http-equiv="refresh"', '正在启动', 'starting']) expect(page.body).toContain(part)
    for (const options of [{ headers: { Accept: '*/*' } }, { method: 'POST', headers: { Accept: accept } }])
      expect((await send(`${listener.url}/login`, options)).json()).toMatchObject({ code: 'UNAVAILABLE' })
    await listener.close()
  })

  it('names the port in its error message if the port is in use', async () => {
    const first = await openListener({ ...readConfig({}), port: 0 })
    await expect(openListener({ ...readConfig({}), port: first.port })).rejects.toThrow(
      `Port ${first.port} of 127.0.0.1 is in use`,
    )
    await first.close()
  })

  it('names the host in its error message if the host does not belong to this machine', async () => {
    const elsewhere = openListener({ ...readConfig({}), host: '192.0.2.1', port: 0 })
    await expect(elsewhere).rejects.toThrow(
      'Cannot listen on port 0 of 192.0.2.1 (EADDRNOTAVAIL). HOST must be',
    )
  })
})

describe('the readiness check', () => {
  it('fails while the database does not respond, and succeeds again afterwards', async () => {
    let down = true
    const ping = () => (down ? Promise.reject(new Error('connect ECONNREFUSED')) : Promise.resolve(null))
    await using edge = await startEdge({}, { db: { ping } })
    const reply = await send(`${edge.url}/readyz`)
    expect(reply.json()).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(reply.body).not.toContain('ECONNREFUSED')
    expect((await send(`${edge.url}/healthz`)).status).toBe(200)
    down = false
    expect((await send(`${edge.url}/readyz`)).status).toBe(200)
  })

  it('fails if the database does not respond, and sends one query for ten concurrent probes', async () => {
    let asked = 0
    const ping = () => {
      asked++
      return new Promise<null>(() => {})
    }
    await using edge = await startEdge({}, { db: { ping } })
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(`${edge.url}/readyz`)))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(503))
    expect(asked).toBe(1)
  })
})
