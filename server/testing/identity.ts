import Fastify from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { hashPassword } from '../accounts/passwords/hash.ts'
import { insertAccount } from '../accounts/store.ts'
import { useOnce } from '../applications/issued.ts'
import { newId } from '../core/id.ts'
import { createLimiter } from '../core/limit.ts'
import { createProofOfWork } from '../core/proof-of-work/proof-of-work.ts'
import type { RequestInfo } from '../core/request.ts'
import type { SecondFactor } from '../core/viewer.ts'
import type { Database } from '../db/open.ts'
import { createAddresses } from '../events/webhooks/addresses.ts'
import { createIdentity } from '../identity/index.ts'
import { readProofOfWorkKey } from '../identity/keys/keys.ts'
import { createGuard } from '../sessions/guard.ts'
import { readBrowserToken } from '../sessions/known-browsers.ts'
import { testDatabase } from './database.ts'
import { working } from './factors/proof-of-work.ts'

const log = pino({ level: 'silent' })

/** Returns request information as the HTTP layer does. `ip` is also used as the network. */
export const requestFrom = (ip = '192.0.2.1', more: Partial<RequestInfo> = {}): RequestInfo => ({
  id: newId(),
  locale: 'zh-CN',
  ip,
  network: ip,
  userAgent: 'test',
  browserToken: undefined,
  position: null,
  ...more,
})

/**
 * Simulates that five minutes have passed for the signing keys: the next keys start to sign, and the previous
 * keys retire.
 */
export const nextKeysSign = (db: Database) =>
  db.query
    .updateTable('secret_key')
    .set({
      signs_at: sql`signs_at - interval '5 minutes'`,
      retired_at: sql`retired_at - interval '5 minutes'`,
    })
    .execute()

/**
 * Starts only the identity endpoints on a free port. The header `x-test-ip` sets the IP address of a request.
 * Responses are in English if the request accepts English.
 */
export async function startIdentity(
  database?: Database,
  { multiplier = 1, secondFactor = 'offered' as SecondFactor, requirePkce = false } = {},
) {
  const db = database ?? (await testDatabase())
  const limiter = createLimiter({ multiplier })
  let url = ''
  const identity = createIdentity({
    db,
    log,
    guard: createGuard({
      db,
      limiter,
      proofOfWork: createProofOfWork({ limiter, readKey: readProofOfWorkKey, useOnce, tries: 2 }),
    }),
    limiter,
    cancelClosure: async () => false,
    notifyRecoveryCodeUsed: async () => {},
    storeAgreement: async () => {},
    services: () => {
      throw new Error('These tests have no services.')
    },
    addresses: createAddresses(['127.0.0.1']),
    providerAddresses: createAddresses(['127.0.0.1']),
    realm: 'reeve',
    secondFactor,
    requirePkce,
    publicUrl: () => url,
    requestInfo: ({ headers }) =>
      requestFrom(String(headers['x-test-ip'] ?? '192.0.2.1'), {
        locale: headers['accept-language']?.startsWith('en') ? 'en-US' : 'zh-CN',
        browserToken: readBrowserToken(headers.cookie, false),
      }),
  })
  const app = Fastify({
    // These options must match the options of the real server.
    routerOptions: { caseSensitive: false },
    forceCloseConnections: true,
  })
  await app.register(identity.plugin)
  await identity.start()
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  const issuer = `${url}/realms/reeve`

  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${issuer}/protocol/openid-connect/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers,
      redirect: 'manual',
    })

  return {
    db,
    identity,
    limiter,
    url,
    issuer,
    post,
    token: (form: Record<string, string>, headers?: Record<string, string>) =>
      working(
        (proof) => post('token', { client_id: 'web', ...form, ...(proof && { proof }) }, headers),
        async (answered) => (await answered.clone().json()).challenge,
      ),
    async close() {
      await app.close()
      await identity.stop()
      if (!database) await db.close()
    },
  }
}

let phones = 0
let hashed: Promise<string> | undefined

/**
 * Provides the identity endpoints to all tests in a file. The returned object is empty until the first test.
 */
export function useIdentity(options?: Parameters<typeof startIdentity>[1]) {
  const server = {} as Awaited<ReturnType<typeof startIdentity>>
  beforeAll(async () => void Object.assign(server, await startIdentity(undefined, options)))
  afterAll(() => server.close())
  return server
}

/** Creates an account with a phone number, a username and the password `correct horse`. */
export async function setUpAccount(db: Database, more: { admin?: boolean } = {}) {
  const id = newId()
  const mobilePhone = `+86138${String(++phones).padStart(8, '0')}`
  const username = `user${id.slice(-12)}`
  hashed ??= hashPassword('correct horse')
  const passwordHash = await hashed
  await db.transaction((tx) =>
    insertAccount(tx, { id, name: '张三', username, mobilePhone, passwordHash, ...more }),
  )
  return { id, mobilePhone, username, password: 'correct horse', admin: more.admin ?? false }
}
