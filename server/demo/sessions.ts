import { randomBytes } from 'node:crypto'
import type { Tx } from '../db/open.ts'
import { insertInBatches } from './batches.ts'
import type { Organization } from './organizations.ts'
import type { Person } from './people.ts'
import { daysBefore, type Random } from './random.ts'

export interface Session {
  accountId: string
  startedAt: Date
}

/**
 * Maximum age of sessions in days. It is below the session lifetime, so almost no session expires within
 * hours of loading the data.
 */
const maxAge = 85

/** Returns one session per registration and per join, and a later session for most people. */
export function makeSessions(
  random: Random,
  { people, organizations }: { people: Person[]; organizations: Organization[] },
  now: Date,
): Session[] {
  const registered = people.map(({ id, createdAt }) => ({ accountId: id, startedAt: createdAt }))
  const joined = organizations.flatMap(({ members }) =>
    members.map(({ accountId, joinedAt }) => ({ accountId, startedAt: joinedAt })),
  )
  const later = people.flatMap(({ id, createdAt }) => {
    if (random.chance(0.06)) return []
    const startedAt = daysBefore(now, random.int(1, random.chance(0.8) ? 400 : maxAge * 50) / 50)
    return startedAt > createdAt ? [{ accountId: id, startedAt }] : []
  })
  return [...registered, ...joined, ...later].filter(({ startedAt }) => startedAt > daysBefore(now, maxAge))
}

/** Inserts sessions that have already ended, so that nobody is signed in after the data is loaded. */
export async function insertSessions(tx: Tx, random: Random, sessions: Session[]): Promise<void> {
  const rows = sessions.map(({ accountId, startedAt }) => ({
    account_id: accountId,
    id: random.id(startedAt),
    refresh_secret: randomBytes(32),
    amr: ['pwd'],
    created_at: startedAt,
    authenticated_at: startedAt,
    last_access_at: startedAt,
    rotated_at: startedAt,
    ended_at: new Date(startedAt.getTime() + 600_000),
  }))
  await insertInBatches(rows, (batch) => tx.insertInto('session').values(batch).execute())
}
