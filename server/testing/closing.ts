import { pino } from 'pino'
import { eraseClosed, type Forget } from '../accounts/closing/store.ts'
import { findPhones } from '../accounts/store.ts'
import { tellOfServiceAccounts } from '../applications/service-accounts/leaving.ts'
import type { Services } from '../core/context.ts'
import { createJobs } from '../core/jobs/jobs.ts'
import { forgetting } from '../erasure.ts'
import { createMessages } from '../notifications/messages.ts'
import { createOutbox } from '../notifications/outbox.ts'
import type { Person, TestApp } from './app.ts'
import { givenPerson } from './organizations.ts'

const log = pino({ level: 'silent' })

/** One run of the clean-up, as a server makes it every hour. */
export function eraseDue({ db }: Pick<TestApp, 'db'>, before: Forget[] = []): Promise<void> {
  const config = { smsUrl: 'log:', mailUrl: 'log:' }
  const outbox = createOutbox({ jobs: createJobs({ db, log }), db, config, log })
  const messages = createMessages({ outbox, phonesOf: findPhones })
  const membersLeft: Services['membersLeft'] = (tx, tenantId, accountIds) =>
    tellOfServiceAccounts(tx, messages, tenantId, accountIds)
  return eraseClosed(db, [...forgetting({ outbox, membersLeft }), ...before])
}

/** Accounts that are being closed, as they are once their time is over. `breakAfter`: the run ends after so many. */
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
      if (done++ === breakAfter) throw new Error('broken off')
    },
  ])
}

/** One's own account, by the password that `people` have; anybody's, by an administrator; the way back. */
export const close = 'mutation { closeAccount(password: "correct horse battery") }'
export const closeOther = (id: string) => `mutation { closeOperator(operatorId: "${id}") }`
export const enable = (id: string) =>
  `mutation { validOperator(id: "${id}") { closing { byOwner } profile { enabled } } }`

/** Accounts of an app that a file starts, and what became of them. */
export const accountsOf = (app: TestApp) => ({
  one: (codes: string[] = []): Promise<Person> => givenPerson(app, codes),

  rowOf: (id: string) =>
    app.db.query.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

  signIn: ({ phone: username, password }: Person) =>
    app.token({ grant_type: 'password', username, password }),

  /** Which messages have been sent to a phone. */
  sentTo: (phone: string): string[] =>
    app
      .messages()
      .filter(({ to }) => to === phone)
      .map(({ template }) => template),

  /** What was done to it, and by whom. */
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
