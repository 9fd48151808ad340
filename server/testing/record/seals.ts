import { generateKeyPairSync } from 'node:crypto'
import { sealEvents } from '../../audit/seals/seal.ts'
import { type Verification, verifyAuditLog } from '../../audit/seals/verify.ts'
import { recordAudits } from '../../core/audit.ts'
import { newId } from '../../core/id.ts'
import type { Database } from '../../db/open.ts'

const newKey = (kid: string) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid,
})
const key = newKey('first')

export const seal = (db: Database, signing = key) => sealEvents(db, async () => signing)
export const otherKey = () => newKey('second')

/**
 * Verifies the audit log and returns each fault as text. For example, `changed an event 3` means that the
 * event at position 3 was changed.
 */
export async function faultsOf(
  db: Database,
  options: Partial<Parameters<typeof verifyAuditLog>[1]> = {},
): Promise<string[]> {
  const { faults } = await verifyAuditLog(db.query, { days: null, ...options })
  return faults.map(({ what, says, position }: Verification['faults'][number]) =>
    [what, says, position].filter((each) => each !== undefined).join(' '),
  )
}

/**
 * Writes `count` sign-in events of an account, each with an IP address. Returns their ids in the order of the
 * audit log.
 */
export async function writeEvents(db: Database, accountId: string, count: number): Promise<string[]> {
  const before = await placesOf(db)
  for (let n = 0; n < count; n++)
    await db.transaction((tx) =>
      recordAudits(tx, [
        {
          tenantId: accountId,
          actorId: accountId,
          action: 'SignIn',
          targetType: 'session',
          targetId: newId(),
          ip: `192.0.2.${n}`,
          success: true,
          changes: { try: [null, n] },
        },
      ]),
    )
  await seal(db)
  return (await placesOf(db)).slice(before.length)
}

export const placesOf = async (db: Database): Promise<string[]> =>
  (await db.query.selectFrom('audit_place').select('event_id').orderBy('position').execute()).map(
    ({ event_id }) => event_id,
  )
