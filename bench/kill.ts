// npm run bench:kill: ends the server with kill -9 while accounts are being registered, 20 times on each kind of
// database, and signs in to every account whose registration was answered with 201.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Server, startServer } from '../e2e/harness/server.ts'
import { startPostgres } from '../server/testing/postgres.ts'

const rounds = Number(process.env.ROUNDS ?? 20)
const registrars = 6
const password = 'correct horse battery'
let phones = 0
const newPhone = () => `+86138${String(10_000_000 + phones++)}`

const post = (server: Server, path: string, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Registers one account after another until the server is gone; answers the acknowledged phones. */
async function registerUntilKilled(server: Server, killed: Promise<never>): Promise<string[]> {
  const acknowledged: string[] = []
  try {
    for (;;) {
      const mobilePhone = newPhone()
      await post(server, '/RegisterCode', { mobilePhone, purpose: 'register' })
      // A code that was asked for just before the end never comes.
      const mobilePhoneCode = await Promise.race([server.newestCode(mobilePhone), killed])
      const answer = await post(server, '/Register', { mobilePhone, mobilePhoneCode, password })
      if (answer.status === 201) acknowledged.push(mobilePhone)
    }
  } catch {
    return acknowledged
  }
}

async function signsIn(server: Server, username: string): Promise<boolean> {
  const form = { client_id: 'web', grant_type: 'password', username, password }
  const answer = await fetch(`${server.url}/realms/reeve/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return answer.status === 200
}

async function run(kind: string, env: Record<string, string>): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reeve-kill-'))
  const settings = { REEVE_LIMITS: '1000000', REEVE_LOG_LEVEL: 'error', ...env }
  let total = 0
  const lost: string[] = []
  let slowest = 0
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer(settings, { dataDir })
    const { promise: killed, reject } = Promise.withResolvers<never>()
    const work = Array.from({ length: registrars }, () => registerUntilKilled(server, killed))
    await pause(1_000 + Math.random() * 2_000)
    await server.kill()
    reject(new Error('killed'))
    const acknowledged = (await Promise.all(work)).flat()
    const began = performance.now()
    const again = await startServer(settings, { dataDir })
    slowest = Math.max(slowest, performance.now() - began)
    for (const phone of acknowledged) if (!(await signsIn(again, phone))) lost.push(phone)
    total += acknowledged.length
    await again.stop()
  }
  rmSync(dataDir, { recursive: true, force: true })
  console.log(
    `${kind.padEnd(10)} ${rounds} kills, ${total} registrations acknowledged, ${lost.length} lost; slowest start after a kill ${Math.round(slowest)} ms`,
  )
  return total > 0 && lost.length === 0
}

const embedded = await run('embedded', {})
const postgres = await startPostgres({ durable: true })
const onPostgres = await run('postgres', { REEVE_DATABASE_URL: postgres.url })
await postgres.stop()
process.exit(embedded && onPostgres ? 0 : 1)
