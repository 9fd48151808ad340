import { pino } from 'pino'
import { findPhones } from '../../accounts/store.ts'
import type { TestApp } from '../../testing/app.ts'
import { createMessages, type Notice } from '../messages.ts'
import { createOutbox } from '../outbox.ts'

/** Tells accounts of an app's database what its own operations would. */
export function teller({ db }: TestApp) {
  const config = { smsUrl: 'log:', mailUrl: 'log:' }
  const outbox = createOutbox({ db, config, log: pino({ level: 'silent' }) })
  const messages = createMessages({ outbox, phonesOf: findPhones })
  return {
    tell: (notice: Notice) => db.transaction((tx) => messages.tell(tx, notice)),
    settle: (subjectId: string) => db.transaction((tx) => messages.settle(tx, subjectId)),
    /** Told in a transaction that comes to nothing. */
    tellInVain: (notice: Notice) =>
      db
        .transaction(async (tx) => {
          await messages.tell(tx, notice)
          throw new Error('rolled back')
        })
        .catch(() => {}),
  }
}
