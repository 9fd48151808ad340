import { createHash, randomBytes } from 'node:crypto'
import { first, required } from '../../contract/required.ts'
import type { ApplicationKind } from '../../contract/states.ts'
import { storeIcon } from '../applications/icons/store.ts'
import { hasSecret, initialScopes } from '../applications/rules.ts'
import type { RefusalKind } from '../applications/usage/store.ts'
import type { Tx } from '../db/open.ts'
import { insertInBatches } from './batches.ts'
import { type DrawnIcon, drawIcon } from './drawings.ts'
import type { Organization } from './organizations.ts'
import { daysBefore, type Random } from './random.ts'

interface OAuthClient {
  name: string
  kind: ApplicationKind
  redirectUris?: string[]
  origins?: string[]
  icon?: DrawnIcon
  /** Organization that owns the client. Only set for service accounts. */
  of?: Organization
  /** Number of sign-ins or token requests on a normal day. */
  daily: number
  /** Percentage of attempts that are refused for the reasons in `refusals`. */
  failing: number
  refusals?: readonly (readonly [kind: RefusalKind, detail: string])[]
  /**
   * Number of days since an outage of four hours in which all attempts were refused for the last reason in
   * `refusals`.
   */
  broken?: number
  enabled?: boolean
  /** Age of the client secret in days. */
  secretAge?: number
  rotating?: boolean
}

const oauthClients = (owned: Organization): OAuthClient[] => [
  {
    ...{ name: '设备云门户', kind: 'SERVER', daily: 140, failing: 2, secretAge: 171, rotating: true },
    redirectUris: ['https://portal.reeve.example/callback'],
    icon: {
      color: '#0b6e5f',
      shapes: [
        [4, 8, 2, 4],
        [7, 6, 2, 6],
        [10, 4, 2, 8],
      ],
    },
    broken: 7,
    refusals: [
      ['CODE', ''],
      ['REDIRECT_URI', 'https://portal-test.reeve.example/callback'],
    ],
  },
  {
    ...{ name: '巡检看板', kind: 'SINGLE_PAGE', daily: 64, failing: 1 },
    redirectUris: ['https://inspection.reeve.example/callback'],
    icon: {
      color: '#b8461a',
      shapes: [
        [4, 4, 3, 3],
        [9, 4, 3, 3],
        [4, 9, 3, 3],
        [9, 9, 3, 3],
      ],
    },
    origins: ['https://inspection.reeve.example'],
    refusals: [['REFRESH_TOKEN', '']],
  },
  {
    ...{ name: '运维助手', kind: 'NATIVE', daily: 36, failing: 3 },
    redirectUris: ['http://127.0.0.1/callback'],
    refusals: [['SCOPE', 'device.write']],
  },
  {
    ...{ name: '泊位大屏', kind: 'DEVICE', daily: 9, failing: 0 },
    icon: {
      color: '#3b4a9c',
      shapes: [
        [3, 4, 10, 1],
        [3, 9, 10, 1],
        [3, 5, 1, 4],
        [12, 5, 1, 4],
        [6, 11, 4, 1],
      ],
    },
  },
  { name: '能耗报表', kind: 'SERVICE', daily: 24, failing: 0, secretAge: 88 },
  {
    ...{ name: '旧工单系统', kind: 'SERVER', daily: 12, failing: 100, secretAge: 402 },
    redirectUris: ['https://tickets.reeve.example/oauth/return'],
    refusals: [['REDIRECT_URI', 'http://tickets.reeve.example/oauth/return']],
  },
  {
    ...{ name: '展会演示', kind: 'SINGLE_PAGE', daily: 0, failing: 0, enabled: false },
    redirectUris: ['https://expo.reeve.example/callback'],
    origins: ['https://expo.reeve.example'],
  },
  { name: '产线数据同步', kind: 'SERVICE', of: owned, daily: 48, failing: 4, secretAge: 63 },
]

/** Number of days for which usage is recorded. */
const days = 30

/** Inserts OAuth clients and a service account of one organization, with their usage of the last month. */
export async function insertOAuthClients(
  tx: Tx,
  random: Random,
  organizations: Organization[],
  now: Date,
): Promise<void> {
  const all = oauthClients(first(organizations, 'organizations')).map((client, index) => {
    const createdAt = daysBefore(now, (client.secretAge ?? 240) + index)
    return { ...client, createdAt, id: random.id(createdAt) }
  })
  const icons = new Map<string, string>()
  for (const { id, icon } of all) if (icon) icons.set(id, await storeIcon(tx, await drawIcon(icon)))
  await tx
    .insertInto('application')
    .values(
      all.map(({ id, name, kind, createdAt, redirectUris = [], origins = [], of, enabled = true }) => ({
        id,
        name,
        kind,
        enabled,
        origins,
        icon: icons.get(id) ?? null,
        created_at: createdAt,
        redirect_uris: redirectUris,
        first_party: !of,
        scopes: initialScopes(kind),
        ...(of && { tenant_id: of.id, roles: ['VIEWER'], auth_codes: ['data_view'] }),
      })),
    )
    .execute()
  const secrets = all.flatMap(({ id, kind, createdAt, rotating = false, failing }) => {
    if (!hasSecret(kind)) return []
    const used = failing < 100 ? daysBefore(now, 0.02) : null
    const secret = (since: Date, ends: Date | null) => ({
      ...{ application_id: id, id: random.id(since), created_at: since, last_used_at: used, ends_at: ends },
      // The plain text of these secrets is unknown, so users must create a new secret.
      hash: createHash('sha256').update(randomBytes(32)).digest(),
      hint: random.id(since).slice(-4),
    })
    const second = daysBefore(now, 0.1)
    return rotating
      ? [secret(createdAt, daysBefore(now, -0.9)), secret(second, null)]
      : [secret(createdAt, null)]
  })
  await tx.insertInto('application_secret').values(secrets).execute()
  const hours = all.flatMap((client) => hoursOf(random, client, now))
  await insertInBatches(hours, (rows) => tx.insertInto('application_hour').values(rows).execute())
  const errors = all.flatMap((client) => errorsOf(client, hours))
  await insertInBatches(errors, (rows) => tx.insertInto('application_refusal').values(rows).execute())
}

interface Hour {
  application_id: string
  hour: Date
  signed_in: number
  failed: number
}

/**
 * Returns the refusals of a client. During an outage, all refusals have the last reason in the client's list.
 * Otherwise, at least three in four have the first reason.
 */
function errorsOf({ id, refusals = [] }: OAuthClient & { id: string }, hours: readonly Hour[]) {
  let failures = 0
  return hours
    .filter(({ application_id, failed }) => application_id === id && failed > 0)
    .flatMap(({ hour, signed_in, failed }) => {
      const counts = refusals.map(() => 0)
      for (let each = 0; each < failed; each += 1) {
        failures += 1
        const other = failures % 4 === 0 ? (failures / 4) % counts.length : 0
        const reason = signed_in ? other : counts.length - 1
        counts[reason] = (counts[reason] ?? 0) + 1
      }
      return refusals.map(([kind, detail], index) => ({
        ...{ application_id: id, hour, kind, detail, count: required(counts[index], 'item of counts') },
        last_at: new Date(hour.getTime() + (11 + 17 * index) * 60_000),
      }))
    })
    .filter(({ count }) => count > 0)
}

/**
 * Returns the hourly usage. Most sign-ins are during working hours, with fewer on weekends. Service accounts
 * are used around the clock.
 */
function hoursOf(
  random: Random,
  { id, kind, daily, failing, refusals, broken }: OAuthClient & { id: string },
  now: Date,
): Hour[] {
  const hour = 3_600_000
  const last = Math.floor(now.getTime() / hour) - 1
  return Array.from({ length: days * 24 }, (_, back) => {
    const at = new Date((last - back) * hour)
    const beijing = (at.getUTCHours() + 8) % 24
    const weekend = [0, 6].includes(new Date(at.getTime() + 8 * hour).getUTCDay())
    const awake = kind === 'SERVICE' ? 1 / 24 : beijing >= 8 && beijing < 20 ? 1 / 13 : 1 / 156
    const expected =
      daily * awake * (weekend && kind !== 'SERVICE' ? 0.3 : 1) * (0.7 + random.int(0, 60) / 100)
    const tries = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0)
    const usual = refusals
      ? Array.from({ length: tries }, () => random.chance(failing / 100)).filter(Boolean).length
      : 0
    const failed = Math.floor(back / 24) === broken && beijing >= 10 && beijing < 14 ? tries : usual
    return { application_id: id, hour: at, signed_in: tries - failed, failed }
  })
    .filter(({ signed_in, failed }) => signed_in + failed > 0)
    .reverse()
}
