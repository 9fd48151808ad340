import pg from 'pg'
import { id } from '../fill/draw.ts'
import { amounts } from '../fill/sizes.ts'

/** What there is in a filled database for the cases to ask for. */
export interface Facts {
  /** What the newest device came at: what times count from. */
  newest: Date
  /** It has a tenth of all devices and of all members. */
  large: string
  /** It has some thirty devices. */
  small: string
  smallName: string
  /** The number of the newest device, and of a contact. */
  deviceId: string
  phone: string
  /** Of the small organization, to be saved: id and name. */
  devices: { id: string; name: string }[]
  /** User names of enabled accounts. */
  logins: string[]
  counts: Record<'devices' | 'accounts' | 'members', number>
}

export async function readFacts(url: string, size: number): Promise<Facts> {
  const db = new pg.Client(url)
  await db.connect()
  const rows = async (text: string) => (await db.query(text)).rows
  const first = async (text: string) => (await rows(text))[0]
  const large = id('organization', 1)
  const small = id('organization', Math.floor(amounts(size).organizations * 0.8))
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
    }
  } finally {
    await db.end()
  }
}
