import { limits } from '../../contract/limits.ts'
import type { Context } from '../core/context.ts'
import type { Permit } from '../core/operation.ts'
import { assertAllowed, type Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import type { AccountRow } from './store.ts'
import { isSecurityPeer } from './target.ts'

// Phone, password and mail: what an account is signed in with. Each change sends an SMS, so the number of changes is limited.

interface Call {
  tx: Tx
  context: Pick<Context, 'services'>
  viewer: Viewer
}

/** Of staff that sets them, its own among them. Throws FORBIDDEN. */
export async function permitCredentials(call: Permit<unknown, AccountRow>): Promise<void> {
  const { tx, services, viewer, target: account, relations } = call
  const runsNone = async () => !(await services.findRunners(tx, [account.id])).has(account.id)
  const covered = relations.includes('accountManager') || relations.includes('securityManager')
  const manages =
    covered && (relations.includes('self') || (!isSecurityPeer(viewer, account) && (await runsNone())))
  assertAllowed('ACCOUNT_CREDENTIALS', viewer, manages ? ['credentialsManager'] : [])
}

/** Before staff sets them. Throws RATE_LIMITED. */
export async function admitStaff(
  { tx, context: { services }, viewer }: Call,
  account: AccountRow,
): Promise<void> {
  const { perDay, byOnePerHour: max } = limits.credentials
  await services.limiter.take(
    tx,
    { kind: 'credentials.by', who: viewer.accountId, max, window: 3_600 },
    { kind: 'credentials.of', who: account.id, max: perDay, window: 86_400 },
  )
}

/** Before the account itself changes them; a budget of its own, so that nobody uses up what staff may still mend. */
export const admitOwner = ({ tx, context: { services }, viewer }: Call): Promise<void> =>
  services.limiter.take(tx, {
    kind: 'credentials.own',
    who: viewer.accountId,
    max: limits.credentials.perDay,
    window: 86_400,
  })
