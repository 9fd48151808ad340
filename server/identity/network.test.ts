import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { first, required } from '../../contract/required.ts'
import { issueCode } from '../accounts/codes.ts'
import { recordFailedSignIns } from '../audit/failed-sign-ins.ts'
import { type HashQueueSlot, takeSlot } from '../core/hash-queue.ts'
import { setUpAccount, startIdentity } from '../testing/identity.ts'

let server: Awaited<ReturnType<typeof startIdentity>>
let other: typeof server
beforeAll(async () => {
  // This multiplier allows 20 failed attempts per network.
  server = await startIdentity(undefined, { multiplier: 0.2 })
  other = await startIdentity(server.db, { multiplier: 0.2 })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

let ips = 0
const newIp = () => ({ 'x-test-ip': `10.1.0.${++ips}` })
let names = 0
const nobody = () => ({ username: `nobody-${++names}`, password: 'wrong' })

const signIn = (
  { username, password }: { username: string; password: string },
  headers: Record<string, string>,
  node = server,
) => node.token({ grant_type: 'password', username, password }, headers)

const count = (answers: Response[], status: number) => answers.filter((each) => each.status === status).length

/** Uses up the 20 attempts of a network, each with a different username. */
async function useUp(ip: Record<string, string>) {
  for (let tries = 0; tries < 20; tries += 1) expect((await signIn(nobody(), ip)).status).toBe(400)
}

test('limits wrong passwords per IP address across all usernames, except in browsers that the account has used before', async () => {
  const [account, colleague] = [await setUpAccount(server.db), await setUpAccount(server.db)]
  const ip = newIp()
  const home = await signIn(account, ip)
  const cookie = first(required(home.headers.get('set-cookie'), 'set-cookie').split(';'), 'headers')
  await useUp(ip)
  const refused = await signIn(colleague, ip)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
  // The limit is shared: another server that has seen none of the attempts also rejects the network.
  expect((await signIn(nobody(), ip, other)).status).toBe(429)

  expect((await signIn({ ...account, password: 'wrong' }, { ...ip, cookie })).status).toBe(400)
  expect((await signIn(account, { ...ip, cookie })).status).toBe(200)
  // A device cookie makes a browser known only to the account that signed in there, so it has no effect for
  // other accounts. An invented cookie has no effect at all.
  expect((await signIn(colleague, { ...ip, cookie })).status).toBe(429)
  expect((await signIn(account, { ...ip, cookie: `reeve_device=${'A'.repeat(43)}` })).status).toBe(429)
  expect((await signIn(colleague, newIp())).status).toBe(200)
})

test('an IP address that is blocked after wrong passwords can still use SMS codes, which have a limit of their own', async () => {
  const account = await setUpAccount(server.db)
  const ip = newIp()
  await useUp(ip)
  const withCode = (mobilePhone: string, mobilePhoneCode: string) =>
    server.token({ grant_type: 'password', mobilePhone, mobilePhoneCode }, ip)
  const code = await server.db.transaction((tx) => issueCode(tx, account.mobilePhone, 'login'))
  expect((await withCode(account.mobilePhone, code)).status).toBe(200)
  for (let tries = 0; tries < 20; tries += 1)
    expect((await withCode('+8613912345678', '000000')).status).toBe(400)
  expect((await withCode('+8613912345678', '000000')).status).toBe(429)
})

test('does not count successful sign-ins toward the limit of wrong passwords per IP address', async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => setUpAccount(server.db)))
  const ip = newIp()
  for (let round = 0; round < 5; round += 1)
    for (const account of accounts) expect((await signIn(account, ip)).status).toBe(200)
  await useUp(ip)
})

test('does not count a sign-in as failed if the server rejects it because the password hash queue is full', async () => {
  const ip = newIp()
  const slots: HashQueueSlot[] = []
  const fill = () => {
    for (;;) slots.push(takeSlot('stranger'))
  }
  expect(fill).toThrow()
  for (let tries = 0; tries < 2; tries += 1) expect((await signIn(nobody(), ip)).status).toBe(429)
  for (const slot of slots) slot.release()
  await useUp(ip)
})

test('two servers together check only 20 of 60 concurrent attempts with wrong passwords from one IP address', async () => {
  const ip = newIp()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => signIn(nobody(), ip, index % 2 ? server : other)),
  )
  expect([count(answers, 400), count(answers, 429)]).toEqual([20, 40])
})

const tries = async (network: string) =>
  (
    await server.db.query
      .selectFrom('failed_sign_in')
      .select('count')
      .where('network', '=', network)
      .execute()
  ).map((row) => Number(row.count))

const events = (network: string) =>
  server.db.query
    .selectFrom('audit_event')
    .select(['action', 'actor_id', 'target_id', 'success', 'changes'])
    .where('ip', '=', network)
    .execute()

test('writes one audit event for all attempts with unknown usernames from one IP address in the same hour', async () => {
  const ip = newIp()
  const network = ip['x-test-ip']
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => signIn(nobody(), ip, index % 2 ? server : other)),
  )
  expect(await tries(network)).toEqual([12])
  await recordFailedSignIns(server.db)
  expect(await events(network)).toEqual([])

  const { rows } = await sql<{ hour: Date }>`
    update failed_sign_in set hour = hour - interval '2 hours' where network = ${network} returning hour`.execute(
    server.db.query,
  )
  await Promise.all(
    Array.from({ length: 5 }, (_, index) => recordFailedSignIns((index % 2 ? server : other).db)),
  )
  expect(await events(network)).toEqual([
    {
      action: 'FailedSignIns',
      actor_id: null,
      target_id: null,
      success: false,
      changes: { hour: [null, first(rows, 'rows').hour.toISOString()], tries: [null, 12] },
    },
  ])
  expect(await tries(network)).toEqual([])
})

test('keeps the count of attempts if the server crashes before the audit event is committed', async () => {
  const ip = newIp()
  await signIn(nobody(), ip)
  await sql`update failed_sign_in set hour = hour - interval '2 hours'`.execute(server.db.query)
  const dying = {
    ...server.db,
    transaction: ((run) =>
      server.db.transaction(async (tx) => {
        await run(tx)
        throw new Error('the node died')
      })) as typeof server.db.transaction,
  }
  await expect(recordFailedSignIns(dying)).rejects.toThrow('the node died')
  expect(await tries(ip['x-test-ip'])).toEqual([1])
  expect(await events(ip['x-test-ip'])).toEqual([])
  await recordFailedSignIns(server.db)
  expect(await events(ip['x-test-ip'])).toHaveLength(1)
})
