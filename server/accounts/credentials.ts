import type { Kysely } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Relation } from '../../contract/permissions.ts'
import type { Context, Services } from '../core/context.ts'
import { demand, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { AccountRow } from './store.ts'
import { relationsToAccount } from './target.ts'

// Phone, password and mail: what an account is signed in with. Each change is told by SMS, so none can be had without end.

interface Call {
  tx: Tx
  context: Pick<Context, 'services'>
  viewer: Viewer
}

/** What the viewer is towards an account whose phone or password is to be set. */
export async function relationsToCredentials(
  db: Kysely<Tables>,
  services: Services,
  viewer: Viewer,
  account: AccountRow,
): Promise<Relation[]> {
  const relations = relationsToAccount(viewer, account)
  if (!relations.includes('accountManager')) return relations
  const runs = !relations.includes('self') && (await services.findRunners(db, [account.id])).has(account.id)
  return runs ? relations : [...relations, 'credentialsManager']
}

/** Before staff sets them, its own among them. Throws FORBIDDEN, RATE_LIMITED. */
export async function admitStaff(
  { tx, context: { services }, viewer }: Call,
  account: AccountRow,
): Promise<void> {
  demand('ACCOUNT_CREDENTIALS', viewer, await relationsToCredentials(tx, services, viewer, account))
  const { perDay, byOnePerHour: max } = limits.credentials
  const { limiter } = services
  await limiter.take(tx, { kind: 'credentials.by', who: viewer.accountId, max, window: 3_600 })
  await limiter.take(tx, { kind: 'credentials.of', who: account.id, max: perDay, window: 86_400 })
}

/** Before the account itself changes them; a budget of its own, so that nobody uses up what staff may still mend. */
export const admitOwner = ({ tx, context: { services }, viewer }: Call): Promise<void> =>
  services.limiter.take(tx, {
    kind: 'credentials.own',
    who: viewer.accountId,
    max: limits.credentials.perDay,
    window: 86_400,
  })
