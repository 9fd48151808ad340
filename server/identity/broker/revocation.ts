import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { recordAudit } from '../../core/audit.ts'
import type { Services } from '../../core/context.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { endSessionsOfIdentity } from '../sources/end-sessions.ts'
import { type DueIdentity, deleteIdentity, findDue, recordCheck } from '../sources/identities.store.ts'
import { listSources, recordSuccess, type SourceRow } from '../sources/store.ts'
import { reportFailure } from './failures.ts'
import { assertWorks, isFaultOfSource, type Provider, ProviderError } from './provider.ts'

/** Seconds after which a provider is asked again about a person with an open session. */
const confirmedFor = 2_400
/** Maximum number of identities per source and run, and how many of them are checked at the same time. */
const [most, together] = [2_000, 8]

interface Dependencies {
  db: Database
  log: FastifyBaseLogger
  providerOf: (query: Kysely<Tables>, source: SourceRow) => Promise<Provider>
  services: () => Services
}

/**
 * Asks the providers about people whose sessions were opened there, and ends the sessions of those who no
 * longer have access. It runs every ten minutes, so that a revocation takes effect within an hour.
 */
export async function endRevoked(deps: Dependencies): Promise<void> {
  const { db, log, providerOf } = deps
  for (const source of await listSources(db.query)) {
    if (!source.enabled) continue
    try {
      const provider = await providerOf(db.query, source)
      const due = await findDue(db.query, source, { seconds: confirmedFor, max: most })
      for (let start = 0; start < due.length; start += together) {
        const some = due.slice(start, start + together)
        await Promise.all(some.map((identity) => checkOne(deps, source, provider, identity)))
      }
      // After its provider works again, the source appears on the sign-in page again.
      if (source.failures > 0 && !due.length) await assertWorks(provider)
      if (source.failures > 0 || due.length) await recordSuccess(db.query, source)
    } catch (error) {
      logFailure(log, source, error)
      if (isFaultOfSource(error)) await reportFailure(deps, source, error)
    }
  }
}

function logFailure(log: FastifyBaseLogger, { key }: SourceRow, error: unknown): void {
  const { host, reason, code } =
    error instanceof ProviderError ? error : { host: null, reason: null, code: null }
  const cause = host === null ? { err: error } : { host, reason, code }
  log.warn({ source: key, ...cause }, 'could not check identities at their provider')
}

/**
 * Checks an identity. If the provider refuses to answer about this person only, the identity is checked again
 * in a later run, and the check of the others continues.
 */
async function checkOne(
  deps: Dependencies,
  source: SourceRow,
  provider: Provider,
  identity: DueIdentity,
): Promise<void> {
  try {
    await checkStanding(deps, source, provider, identity)
  } catch (error) {
    if (!(error instanceof ProviderError) || isFaultOfSource(error)) throw error
    logFailure(deps.log, source, error)
    await recordCheck(deps.db.query, identity.id, undefined)
  }
}

async function checkStanding(
  { db }: Dependencies,
  source: SourceRow,
  provider: Provider,
  identity: DueIdentity,
): Promise<void> {
  const { subject, refreshToken } = identity
  const checked = await provider.standingOf({ subject, refreshToken })
  if (!checked || checked.standing === 'active')
    return recordCheck(db.query, identity.id, checked?.refreshToken)
  await db.transaction(async (tx) => {
    const { account_id: accountId } = identity
    const ended = await endSessionsOfIdentity(tx, identity)
    // WeCom can assign the identifier of a person who has left to another person.
    if (checked.standing === 'gone') await deleteIdentity(tx, identity)
    else await recordCheck(tx, identity.id, checked.refreshToken)
    await recordAudit(tx, {
      ...{ tenantId: accountId, actorId: null, action: 'EndIdentity', ip: null, success: true },
      ...{ targetType: 'account', targetId: accountId },
      changes: { source: [source.name, null], sessions: [ended, 0] },
    })
  })
}
