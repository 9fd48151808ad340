import { expect, test } from 'vitest'
import { last, required } from '../../contract/required.ts'
import { startServer } from '../app.ts'
import { readConfig } from '../config.ts'
import { newId } from '../core/id.ts'
import { createLog } from '../http/log.ts'
import { closed, connectDevice, expectDevicesSound, newDevice } from '../testing/devices.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'
import { createGateway } from './index.ts'
import { disconnectDeadNodes } from './node.ts'

const app = useApp()
const admin = useAdmin(app)

const presence = (id: string) =>
  app.db.query.selectFrom('device_presence').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const config = readConfig({ PORT: '0', REEVE_MQTT_PORT: '0', REEVE_LOG_LEVEL: 'silent' })
const startAnother = () => startServer(config, { log: createLog(config), db: app.db })

test('a server stores disconnections and reports before it stops', async () => {
  const fleet = [await newDevice(app, admin), await newDevice(app, admin), await newDevice(app, admin)]
  const server = await startAnother()
  const clients = await Promise.all(
    fleet.map((device) => connectDevice(required(server.gatewayUrl, 'gatewayUrl'), device)),
  )
  // These reports are acknowledged just before the shutdown, so they must be stored.
  await Promise.all(
    clients.map((client, index) =>
      client.publishAsync(
        `devices/${required(fleet[index], 'item of fleet').username}/info`,
        `{"index":${index}}`,
        { qos: 1 },
      ),
    ),
  )
  const gone = Promise.all(clients.map(closed))
  await server.close()
  await gone
  await expectDevicesSound(app)
  for (const { username } of fleet) expect(await presence(username)).toMatchObject({ online: false })

  const next = await startAnother()
  const back = await Promise.all(
    fleet.map((device) => connectDevice(required(next.gatewayUrl, 'gatewayUrl'), device)),
  )
  for (const [index, { username }] of fleet.entries()) {
    expect(await presence(username)).toMatchObject({ online: true, last_ip: '127.0.0.1' })
    const device = await app.db.query
      .selectFrom('device')
      .select('info_map')
      .where('id', '=', username)
      .executeTakeFirstOrThrow()
    expect(device.info_map).toEqual({ index })
  }
  await Promise.all(back.map((client) => client.endAsync()))
  await next.close()
  await expectDevicesSound(app)
})

test('a server disconnects its devices gradually when it stops, so that they can reconnect to another server', async () => {
  const fleet = await Promise.all(Array.from({ length: 40 }, () => newDevice(app, admin)))
  const [leaving, staying] = [await startAnother(), await startAnother()]
  const clients = await Promise.all(
    fleet.map((device) => connectDevice(required(leaving.gatewayUrl, 'gatewayUrl'), device)),
  )
  const gone = clients.map(closed)
  const stopped = leaving.close()
  await Promise.race(gone)
  // The first device has been disconnected, but the server still accepts messages from the last device.
  await last(clients, 'clients').publishAsync(
    `devices/${last(fleet, 'fleet').username}/info`,
    '{"last":true}',
    { qos: 1 },
  )
  await stopped
  await Promise.all(gone)
  const back = await Promise.all(
    fleet.map((device) => connectDevice(required(staying.gatewayUrl, 'gatewayUrl'), device)),
  )
  await Promise.all(back.map((client) => client.endAsync()))
  await staying.close()
  await expectDevicesSound(app)
})

test('the devices of a crashed server are marked as offline since the last heartbeat, unless they have reconnected', async () => {
  const [lost, returned] = [await newDevice(app, admin), await newDevice(app, admin)]
  const log = createLog(config)
  const dying = createGateway({ db: app.db, log })
  await dying.start()
  for (const { username: id, password } of [lost, returned])
    await dying.enter(
      { id, password, clientId: id, connectionId: newId(), ip: '192.0.2.7', address: null },
      () => {},
    )
  const { node_id } = await presence(lost.username)

  const server = await startAnother()
  const client = await connectDevice(required(server.gatewayUrl, 'gatewayUrl'), returned)
  // As long as the heartbeat of a server is recent, its devices stay online.
  await disconnectDeadNodes(app.db)
  expect(await presence(lost.username)).toMatchObject({ online: true })
  const heard = new Date(Date.now() - 60_000)
  await app.db.query
    .updateTable('device_node')
    .set({ renewed_at: heard })
    .where('id', '=', required(node_id, 'node_id'))
    .execute()
  await disconnectDeadNodes(app.db)
  expect(await presence(lost.username)).toMatchObject({ online: false, seen_at: heard })
  expect(await presence(returned.username)).toMatchObject({ online: true })
  await expectDevicesSound(app)

  // Devices of an unknown server are also marked as offline.
  await dying.enter(
    {
      id: lost.username,
      password: lost.password,
      clientId: lost.username,
      connectionId: newId(),
      ip: '192.0.2.7',
      address: null,
    },
    () => {},
  )
  expect(await presence(lost.username)).toMatchObject({ online: true })
  await disconnectDeadNodes(app.db)
  expect(await presence(lost.username)).toMatchObject({ online: false })
  await client.endAsync()
  await server.close()
  await dying.stop()
  await expectDevicesSound(app)
})
