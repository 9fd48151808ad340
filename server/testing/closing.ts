import { pino } from 'pino'
import { eraseClosed, type Forget } from '../accounts/closing/store.ts'
import { findPhones } from '../accounts/store.ts'
import { notifyOfServiceAccounts } from '../applications/service-accounts/leaving.ts'
import type { Services } from '../core/context.ts'
import { createJobs } from '../core/jobs/jobs.ts'
import { forgetting } from '../erasure.ts'
import { createMessages } from '../notifications/messages.ts'
import { createOutbox } from '../notifications/outbox.ts'
import type { Person, TestApp } from './app.ts'
import { givenPerson } from './organizations.ts'

const log = pino({ level: 'silent' })

/** Erases all accounts whose erasure is due, as the hourly clean-up does. */
export function eraseDue({ db }: Pick<TestApp, 'db'>, before: Forget[] = []): Promise<void> {
  const config = { smsUrl: 'log:', mailUrl: 'log:' }
  const outbox = createOutbox({ jobs: createJobs({ db, log }), db, config, log })
  const messages = createMessages({ outbox, phonesOf: findPhones })
  const membersLeft: Services['membersLeft'] = (tx, tenantId, accountIds) =>
    notifyOfServiceAccounts(tx, messages, tenantId, accountIds)
  return eraseClosed(db, [...forgetting({ outbox, membersLeft }), ...before])
}

/**
 * Moves the erasure date of the accounts to the past and runs the clean-up. With `breakAfter`, the clean-up
 * is interrupted after this number of accounts.
 */
export async function closeAndErase(
  app: Pick<TestApp, 'db'>,
  accounts: readonly { id: string }[],
  { breakAfter }: { breakAfter?: number } = {},
): Promise<void> {
  await app.db.query
    .updateTable('account')
    .set({ closes_at: new Date(Date.now() - 1_000) })
    .where(
      'id',
      'in',
      accounts.map(({ id }) => id),
    )
    .where('closes_at', 'is not', null)
    .execute()
  let done = 0
  await eraseDue(app, [
    async () => {
      if (done++ === breakAfter) throw new Error('interrupted by the test')
    },
  ])
}

/**
 * Mutations for closing accounts. `close` closes the caller's own account and contains the password that
 * `people` sets, `closeOther` closes another account as an administrator, and `enable` cancels a closure.
 */
export const close = 'mutation { closeAccount(password: "correct horse battery") }'
export const closeOther = (id: string) => `mutation { closeOperator(operatorId: "${id}") }`
export const enable = (id: string) =>
  `mutation { validOperator(id: "${id}") { closing { byOwner } profile { enabled } } }`

/** Returns functions that create accounts in an app and read the accounts' data later. */
export const accountsOf = (app: TestApp) => ({
  one: (codes: string[] = []): Promise<Person> => givenPerson(app, codes),

  rowOf: (id: string) =>
    app.db.query.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

  signIn: ({ phone: username, password }: Person) =>
    app.token({ grant_type: 'password', username, password }),

  /** Returns the templates of all messages that were sent to a phone number. */
  sentTo: (phone: string): string[] =>
    app
      .messages()
      .filter(({ to }) => to === phone)
      .map(({ template }) => template),

  /** Returns the audit events about an account with their actors. */
  actionsOn: async (id: string) =>
    (
      await app.db.query
        .selectFrom('audit_event')
        .select(['action', 'actor_id'])
        .where('target_id', '=', id)
        .where('action', 'not in', ['SignIn', 'Register'])
        .orderBy('id')
        .execute()
    ).map(({ action, actor_id }) => [action, actor_id]),
})
