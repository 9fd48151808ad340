import { pino } from 'pino'
import { findPhones } from '../../accounts/store.ts'
import { createJobs } from '../../core/jobs/jobs.ts'
import { createMessages, type NewMessage } from '../../notifications/messages.ts'
import { createOutbox } from '../../notifications/outbox.ts'
import type { TestApp } from '../app.ts'

/** Returns functions that send messages to accounts in the app's database, as the app does. */
export function sendingMessages({ db }: TestApp) {
  const config = { smsUrl: 'log:', mailUrl: 'log:' }
  const log = pino({ level: 'silent' })
  const outbox = createOutbox({ jobs: createJobs({ db, log }), db, config, log })
  const messages = createMessages({ outbox, phonesOf: findPhones })
  return {
    send: (message: NewMessage) => db.transaction((tx) => messages.sendMessage(tx, message)),
    completeTodos: (subjectId: string) => db.transaction((tx) => messages.completeTodos(tx, subjectId)),
    /** Sends a message in a transaction that is rolled back. */
    sendInVain: (message: NewMessage) =>
      db
        .transaction(async (tx) => {
          await messages.sendMessage(tx, message)
          throw new Error('rolled back')
        })
        .catch(() => {}),
  }
}
