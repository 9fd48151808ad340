import { pino } from 'pino'
import { eraseClosed, type Forget } from '../accounts/closing.store.ts'
import { forgetting } from '../erasing.ts'
import { createOutbox } from '../notifications/outbox.ts'
import type { TestApp } from './app.ts'

const log = pino({ level: 'silent' })

/** One run of the clean-up, as a server makes it every hour. */
export const eraseDue = ({ db }: Pick<TestApp, 'db'>, before: Forget[] = []): Promise<void> =>
  eraseClosed(db, [
    ...forgetting(createOutbox({ db, config: { smsUrl: 'log:', mailUrl: 'log:' }, log })),
    ...before,
  ])

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
