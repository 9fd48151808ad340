import pg from 'pg'
import { secretOf } from '../fill/applications.ts'
import { id } from '../fill/draw.ts'
import { amounts } from '../fill/sizes.ts'
import type { Client } from './oidc-clients.ts'

/** Values in a filled database that the cases search for. */
export interface Facts {
  /** Creation time of the newest device. The time ranges in queries are relative to it. */
  newest: Date
  /** Id of the organization with a tenth of all devices and members. */
  large: string
  /** Id of an organization with about thirty devices. `smallName` is its name. */
  small: string
  smallName: string
  /** Id of the newest device. */
  deviceId: string
  /** Phone number of a device's contact. */
  phone: string
  /** Devices of the small organization. */
  devices: { id: string; name: string }[]
  /** Usernames of enabled accounts. */
  logins: string[]
  counts: Record<'devices' | 'accounts' | 'members', number>
  /** Applications to which people sign in. */
  servers: Client[]
  /** Applications that are service accounts. */
  services: Client[]
}

/** Number of clients of each kind: `servers` and `services`. */
const clientCount = 8

export async function readFacts(url: string, size: number): Promise<Facts> {
  const db = new pg.Client(url)
  await db.connect()
  const rows = async (text: string) => (await db.query(text)).rows
  const first = async (text: string) => (await rows(text))[0]
  const large = id('organization', 1)
  const small = id('organization', Math.floor(amounts(size).organizations * 0.8))
  const clients = async (remainder: number): Promise<Client[]> => {
    const step = Math.floor(amounts(size).applications / clientCount / 2) * 2
    const found = await rows(
      `select n, ${id('application', 'n')} as id from generate_series(2 - ${remainder}, ${step * clientCount}, ${step}) as n`,
    )
    return found.map((row: { n: number; id: string }) => ({ id: row.id, secret: secretOf(row.n) }))
  }
  try {
    const newest = await first('select id, created_at from device order by created_at desc limit 1')
    const known = await first(
      'select contact_mobile_phone as phone from device where contact_mobile_phone is not null order by created_at limit 1',
    )
    return {
      newest: newest.created_at,
      ...(await first(
        `select ${large} as large, id as small, name as "smallName" from tenant where id = ${small}`,
      )),
      deviceId: newest.id,
      phone: known.phone,
      devices: await rows(`select id, name from device where tenant_id = ${small} order by id limit 8`),
      logins: (
        await rows(`select username from account where enabled and not admin order by created_at limit 16`)
      ).map(({ username }) => username),
      counts: {
        devices: Number((await first('select count(*) as n from device')).n),
        accounts: Number((await first('select count(*) as n from account')).n),
        members: Number((await first(`select count(*) as n from member where tenant_id = ${large}`)).n),
      },
      servers: await clients(1),
      services: await clients(0),
    }
  } finally {
    await db.end()
  }
}
