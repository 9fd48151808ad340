import { afterAll, beforeAll, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { foldCounts } from '../core/counts/counts.ts'
import { newId } from '../core/id.ts'
import { expireDevices } from '../devices/sweep.ts'
import { createLog } from '../http/log.ts'
import { firstPassword, type TestApp, type Tokens } from '../testing/app.ts'
import { type Credential, expectDevicesSound, newDevice, saveDevice } from '../testing/devices.ts'
import { type Organization, organization } from '../testing/organizations.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'
import { createGateway, type Gateway } from './index.ts'

// Runs conflicting operations on devices on two servers at the same time, and then checks the database.

type Server = Tokens & { url: string }

const app = useApp()
const admin = useAdmin(app)
let second: Awaited<ReturnType<TestApp['another']>>
let servers: [Server, Server]
let gateways: Gateway[]
let organizations: Organization[]
beforeAll(async () => {
  second = await app.another()
  // Each server of the test has its own URL and accepts only its own tokens.
  servers = [
    { url: app.url, ...admin },
    { url: second.url, ...(await signInAt(second.url)) },
  ]
  organizations = [await organization(app), await organization(app)]
  const log = createLog({ logLevel: 'silent' } as never)
  gateways = [createGateway({ db: app.db, log }), createGateway({ db: app.db, log })]
  for (const gateway of gateways) await gateway.start()
})
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop()
  await second.close()
})

async function signInAt(url: string): Promise<Tokens> {
  const form = { client_id: 'web', grant_type: 'password', username: 'admin', password: firstPassword }
  const path = '/realms/reeve/protocol/openid-connect/token'
  const response = await fetch(url + path, { method: 'POST', body: new URLSearchParams(form) })
  return response.json()
}

async function post(index: number, query: string, variables: object): Promise<string> {
  const { url, access_token } = required(servers[index % 2], 'item of servers')
  const response = await fetch(`${url}/api/services/backend/actions/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ query, variables }),
  })
  const { errors } = (await response.json()) as { errors?: [{ extensions: { code: string } }] }
  return errors?.[0].extensions.code ?? 'done'
}

const change =
  'mutation m($id: ID!, $status: DeviceStatus!) { updateDeviceByStatus(id: $id, status: $status) { id } }'
const remove = 'mutation m($id: ID!) { deleteDevice(id: $id) }'

test('twenty concurrent calls with the same device ID create a single device', async () => {
  const id = `same-${newId()}`
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      post(index, saveDevice, {
        id,
        tenantId: required(organizations[index % 2], 'item of organizations').id,
      }),
    ),
  )
  // A call succeeds if it starts after the device was created, because it then changes the device. A call
  // that runs during the creation is refused.
  expect(answers.filter((answer) => answer !== 'done' && answer !== 'CONFLICT')).toEqual([])
  expect(answers).toContain('done')
  const rows = await app.db.query.selectFrom('device').select('id').where('id', '=', id).execute()
  expect(rows).toHaveLength(1)
  await expectDevicesSound(app)
})

test('device counts stay correct while devices are connected, moved, changed and deleted concurrently', async () => {
  const fleet: Credential[] = []
  for (let index = 0; index < 24; index += 1)
    fleet.push(
      await newDevice(app, admin, {
        tenantId: required(organizations[index % 2], 'item of organizations').id,
      }),
    )
  const random = (limit: number) => Math.floor(Math.random() * limit)
  const statuses = ['ACTIVE', 'SUSPENDED', 'ACTIVE', 'RETIRED']

  async function live({ username: id, password }: Credential): Promise<void> {
    for (let times = 0; times < 6; times += 1) {
      const connectionId = newId()
      const gateway = required(gateways[random(2)], 'item of gateways')
      const attempt = { id, password, clientId: id, connectionId, ip: '192.0.2.1', address: null }
      let left = false
      const leave = () => {
        if (!left) gateway.leave(id, connectionId)
        left = true
      }
      const outcome = await gateway.enter(attempt, leave)
      if (typeof outcome === 'string') continue
      await gateway.report({ id, kind: 'info', value: { times } })
      leave()
    }
  }
  const change_ = async () => {
    for (let times = 0; times < 40; times += 1) {
      const { username: id } = required(fleet[random(fleet.length)], 'item of fleet')
      const what = random(8)
      if (what < 3)
        await post(times, saveDevice, {
          id,
          tenantId: required(organizations[random(2)], 'item of organizations').id,
        })
      else if (what < 6)
        await post(times, change, { id, status: required(statuses[random(4)], 'item of statuses') })
      else if (what === 6) {
        await app.db.query
          .updateTable('device')
          .set({ expired_at: new Date(Date.now() - 1_000) })
          .where('id', '=', id)
          .execute()
        await expireDevices(app.db)
      } else if (times % 5 === 0) await post(times, remove, { id })
      if (times % 7 === 0) await foldCounts(app.db)
    }
  }
  await Promise.all([...fleet.map(live), change_(), change_(), change_()])
  // The last report is stored asynchronously.
  await expect
    .poll(
      async () => (await app.db.execute('select count(*) as n from device_presence where online')).rows[0].n,
      { timeout: 20_000 },
    )
    .toBe(0)
  await expectDevicesSound(app)
  await foldCounts(app.db)
  await expectDevicesSound(app)
})
