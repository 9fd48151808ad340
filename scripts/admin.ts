// npm run admin -- appoint|create|reset PHONE_OR_USER_NAME: an administrator for who has none any more, with the settings
// that the server runs with. It needs no server; with the embedded database, which has one process at a time, the server
// is stopped first. A password is printed once, here alone.
import { pino } from 'pino'
import { appointAdmin, createAdmin, resetAdmin } from '../server/accounts/admins/command.ts'
import { setHomeRegion } from '../server/accounts/phones/phone.ts'
import { findPhones } from '../server/accounts/store.ts'
import { openCurrentQuarter } from '../server/audit/retention.ts'
import { readConfig } from '../server/config.ts'
import { createJobs } from '../server/core/jobs/jobs.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { createMessages } from '../server/notifications/messages.ts'
import { createOutbox } from '../server/notifications/outbox.ts'
import { endSessions } from '../server/sessions/store.ts'
import { openPersonalTenants } from '../server/tenants/private.ts'

const usage = `Say what to do and with which account:
  npm run admin -- appoint PHONE_OR_USER_NAME   an account becomes an administrator
  npm run admin -- create PHONE_OR_USER_NAME    a new account that is one
  npm run admin -- reset PHONE_OR_USER_NAME     a new password for one`

try {
  // Before a database is opened, which an empty folder would then hold.
  const [command = '', loginId = '', ...more] = process.argv.slice(2)
  if (!/^(appoint|create|reset)$/.test(command) || !loginId || loginId.startsWith('-') || more.length)
    throw new Error(usage)
  const config = readConfig(process.env)
  setHomeRegion(config.defaultRegion)
  const log = pino({ level: 'warn' })
  await using db = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log })
  await migrate(db)
  await openCurrentQuarter(db.query)
  // Told in the console alone: an SMS would need the queue of a running server.
  const { sendMessage } = createMessages({
    outbox: createOutbox({ jobs: createJobs({ db, log }), db, config, log }),
    phonesOf: findPhones,
  })
  const parts = {
    db,
    services: {
      sendMessage,
      openPersonalTenant: (tx, account) => openPersonalTenants(config.deployment)(tx, [account]),
      endSessions: async (tx, id) => void (await endSessions(tx, id)),
    },
  } satisfies Parameters<typeof appointAdmin>[0]

  switch (command) {
    case 'appoint':
      await appointAdmin(parts, loginId)
      console.log(`${loginId} is an administrator now.`)
      break
    case 'create':
      say(await createAdmin(parts, loginId))
      break
    case 'reset':
      say(await resetAdmin(parts, loginId))
  }
  function say(password: string) {
    console.log(`Administrator ${loginId}, password ${password}`)
    console.log('It is shown once and has to be changed at the next sign-in.')
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
