import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { expect } from 'vitest'
import { required } from '../../contract/required.ts'
import type { TestApp, Tokens } from './app.ts'
import { expectCounted } from './counts.ts'
import { ask } from './organizations.ts'

export interface Credential {
  username: string
  password: string
}

export const saveDevice = `mutation m($id: ID, $tenantId: ID, $name: String = "n", $expiredDate: DateTime) {
  saveDeviceByPalgo(id: $id, tenantId: $tenantId, name: $name, expiredDate: $expiredDate) { id status } }`

export const setStatus = (app: TestApp, who: Tokens, id: string, status: string) =>
  ask(app, who, `mutation { updateDeviceByStatus(id: "${id}", status: ${status}) { status } }`)

/** Creates a device with a credential. */
export async function newDevice(
  app: TestApp,
  admin: Tokens,
  given: { id?: string; tenantId?: string; expiredDate?: string } = {},
): Promise<Credential> {
  const { id } = await ask(app, admin, saveDevice, given)
  return ask(app, admin, 'mutation m($id: ID!) { createDeviceCredential(id: $id) { username password } }', {
    id,
  })
}

/** Connects a device over MQTT. The promise is rejected with the reason code if the connection is refused. */
export const connectDevice = (
  url: string,
  { username, password }: Credential,
  options: IClientOptions = {},
): Promise<MqttClient> =>
  connectAsync(url, {
    clientId: username,
    username,
    password,
    reconnectPeriod: 0,
    protocolVersion: 4,
    ...options,
  })

/** Returns the MQTT 3.1.1 return code with which the connection is refused. */
export async function refusedWith(
  url: string,
  credential: Credential,
  options: IClientOptions = {},
): Promise<number> {
  const error = await connectDevice(url, credential, options).then(
    () => undefined,
    (reason: { code?: number }) => reason,
  )
  expect(error).toBeDefined()
  return required(required(error, 'error').code, 'code')
}

export const closed = (client: MqttClient): Promise<void> =>
  new Promise((resolve) =>
    client.disconnected || !client.connected ? resolve() : client.once('close', () => resolve()),
  )

/** Asserts that all stored values that are derived from devices match the device rows. */
export async function expectDevicesSound({ db }: Pick<TestApp, 'db'>): Promise<void> {
  const wrong = async (text: string) => (await db.execute(text)).rows
  await expectCounted({ db })
  expect(
    await wrong(`select id, device_count
      from tenant left join (select tenant_id, count(*) from device group by tenant_id) as there on tenant_id = tenant.id
      where device_count <> coalesce(count, 0)`),
  ).toEqual([])
  expect(await wrong(`select id from device_presence where online <> (seen_at = 'infinity')`)).toEqual([])
  const keys = 'select tenant_id, id from'
  for (const table of ['device_presence', 'device_claim']) {
    expect(await wrong(`${keys} ${table} except ${keys} device`), table).toEqual([])
    expect(await wrong(`${keys} device except ${keys} ${table}`), table).toEqual([])
  }
  const open = 'select tenant_id, device_id, id from device_connection where disconnected_at is null'
  const online = 'select tenant_id, id, connection_id from device_presence where online'
  expect(await wrong(`(${open}) except (${online})`), 'connections that never end').toEqual([])
  expect(await wrong(`(${online}) except (${open})`), 'connections without history').toEqual([])
}
