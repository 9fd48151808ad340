import { required } from '../../contract/required.ts'
import { fillPinyin } from '../core/search/pinyin.ts'
import { nameKey } from '../core/text.ts'
import type { Database, Tx } from '../db/open.ts'
import { insertInBatches } from './batches.ts'
import { insertCertifications } from './certifications.ts'
import { insertConnections, insertHours, insertOnline, visits } from './connections.ts'
import { makeData } from './data.ts'
import type { Device } from './devices.ts'
import { insertDocuments } from './documents.ts'
import { insertHistory } from './history.ts'
import { insertOAuthClients } from './oauth-clients.ts'
import type { Organization } from './organizations.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { reportedValues } from './reported-values.ts'
import { insertSessions, makeSessions } from './sessions.ts'
import { insertWebhooks } from './webhooks.ts'

/** A username or phone number with which visitors can sign in, and the role of its account. */
export type SignIn = readonly [loginId: string, what: string]

/**
 * Fills an empty database with the demo data in one transaction and then writes the pinyin of names.
 * `passwordHash` is the PHC string for all accounts. Returns some sign-ins for visitors. If the database
 * already contains accounts, writes nothing and returns null.
 */
export async function loadDemo(
  db: Database,
  passwordHash: string,
  now = new Date(),
): Promise<SignIn[] | null> {
  const load = async (tx: Tx) => {
    if (await tx.selectFrom('account').select('id').limit(1).executeTakeFirst()) return null
    const { random, people, organizations, devices } = makeData(now)
    await insertPeople(tx, people, passwordHash)
    await insertOrganizations(tx, random, organizations, countBy(devices.map(({ tenantId }) => tenantId)))
    await insertInBatches(devices, (rows) => insertDevices(tx, rows, now))
    await insertOnline(tx)
    await insertHours(tx, now)
    const sessions = makeSessions(random, { people, organizations }, now)
    await insertSessions(tx, random, sessions)
    const data = { random, people, organizations, devices, sessions }
    await insertHistory(tx, data, now)
    await insertOAuthClients(tx, random, organizations, now)
    await insertWebhooks(tx, data, now)
    return signIns(organizations)
  }
  // These statements are slow on a busy machine. A longer statement timeout is acceptable, because no user
  // waits for them.
  const shown = await db.transaction(load, { statementTimeout: 60_000 })
  // Writes the pinyin immediately, so that people can be found by pinyin from the start.
  if (shown) await fillPinyin(db)
  return shown
}

function countBy(keys: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

async function insertPeople(tx: Tx, people: Person[], passwordHash: string): Promise<void> {
  await insertInBatches(people, (rows) =>
    tx
      .insertInto('account')
      .values(
        rows.map((person) => ({
          id: person.id,
          name: person.name,
          admin: person.admin,
          username: person.username,
          mobile_phone: person.mobilePhone,
          email: person.email,
          email_verified: person.emailVerified,
          enabled: person.enabled,
          auth_codes: person.authCodes,
          password_hash: passwordHash,
          password_changed_at: person.createdAt,
          password_change_required: person.passwordChangeRequired,
          created_at: person.createdAt,
          modified_at: person.createdAt,
        })),
      )
      .execute(),
  )
  const claims = people.flatMap((person) => [
    { kind: 'mobile_phone', value: person.mobilePhone, account_id: person.id },
    ...(person.username ? [{ kind: 'username', value: person.username, account_id: person.id }] : []),
    ...(person.email ? [{ kind: 'email', value: person.email, account_id: person.id }] : []),
  ])
  await insertInBatches(claims, (rows) => tx.insertInto('account_claim').values(rows).execute())
  await insertInBatches(people, (rows) =>
    tx
      .insertInto('tenant')
      .values(
        rows.map((person) => ({
          id: person.id,
          name: person.name,
          status: 'FINISH',
          personal: true,
          owner_id: person.id,
          creator_id: person.id,
          created_at: person.createdAt,
          modified_at: person.createdAt,
        })),
      )
      .execute(),
  )
}

async function insertOrganizations(
  tx: Tx,
  random: Random,
  organizations: Organization[],
  deviceCounts: Map<string, number>,
): Promise<void> {
  await insertInBatches(organizations, (rows) =>
    tx
      .insertInto('tenant')
      .values(
        rows.map((organization) => ({
          id: organization.id,
          name: organization.name,
          status: organization.status,
          owner_id: organization.owner.id,
          reject: organization.reject,
          expire_at: organization.expireAt,
          upload_audit: organization.uploadAudit,
          internal: organization.internal,
          areas: JSON.stringify(organization.areas),
          address: organization.address,
          contact_name: organization.owner.name,
          contact_mobile_phone: organization.owner.mobilePhone,
          contact_email: organization.owner.email,
          reference: organization.reference,
          creator_id: organization.owner.id,
          created_at: organization.createdAt,
          modifier_id: organization.reviewerId,
          modified_at: organization.modifiedAt,
          member_count: organization.members.length,
          manager_count: organization.members.filter(({ manager }) => manager).length,
          device_count: deviceCounts.get(organization.id) ?? 0,
        })),
      )
      .execute(),
  )
  const claims = organizations.map(({ id, name }) => ({
    name: nameKey(name),
    tenant_id: id,
  }))
  await tx.insertInto('tenant_claim').values(claims).execute()
  await insertCertifications(tx, organizations, await insertDocuments(tx, random, organizations))
  const members = organizations.flatMap(({ id, members }) =>
    members.map((member) => ({ ...member, tenantId: id })),
  )
  await insertInBatches(members, (rows) =>
    tx
      .insertInto('member')
      .values(
        rows.map((member) => ({
          tenant_id: member.tenantId,
          account_id: member.accountId,
          manager: member.manager,
          display_name: member.displayName,
          roles: member.roles,
          auth_codes: member.authCodes,
          joined_at: member.joinedAt,
        })),
      )
      .execute(),
  )
}

async function insertDevices(tx: Tx, devices: Device[], now: Date): Promise<void> {
  await tx
    .insertInto('device')
    .values(
      devices.map((device, index) => ({
        ...lastReport(device, visits(device, index, now).at(-1)),
        tenant_id: device.tenantId,
        id: device.id,
        name: device.name,
        contact_name: device.contactName,
        contact_mobile_phone: device.contactMobilePhone,
        business_man: device.businessMan,
        status: device.status,
        status_before: device.status === 'EXPIRED' ? 'ACTIVE' : null,
        customer_name: device.customerName,
        version_map: JSON.stringify(device.versionMap),
        specification: device.specification,
        produced_at: device.producedAt,
        expired_at: device.expiredAt,
        created_at: device.createdAt,
        modified_at: device.createdAt,
      })),
    )
    .execute()
  await tx
    .insertInto('device_claim')
    .values(devices.map(({ id, tenantId }) => ({ id, tenant_id: tenantId })))
    .execute()
  await insertConnections(tx, devices, now)
}

/** Returns the last values that the device reported, or no values if it never connected. */
function lastReport({ id, infoMap }: Device, visit: ReturnType<typeof visits>[number] | undefined) {
  if (!visit) return { info_map: '{}', info_at: null }
  const { connected_at, disconnected_at: at } = visit
  const uptime = Math.floor((at.getTime() - connected_at.getTime()) / 1_000)
  return {
    info_map: JSON.stringify({ ...infoMap, ...reportedValues(id, at.getTime()), uptime }),
    info_at: at,
  }
}

function signIns(organizations: Organization[]): SignIn[] {
  const { owner, name } = required(
    organizations.find(({ status }) => status === 'FINISH'),
    'item of organizations',
  )
  const applicant = required(
    organizations.find(({ status }) => status === 'REJECT'),
    'item of organizations',
  )
  return [
    ['admin', 'platform administrator'],
    ['auditor', 'certification'],
    ['organizer', 'organizations and certification'],
    ['helpdesk', 'accounts and devices'],
    [owner.mobilePhone, `owner of ${name}`],
    [applicant.owner.mobilePhone, `applicant, rejected: ${applicant.name}`],
  ]
}
