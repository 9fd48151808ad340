// For who has a shell on the server: an administrator where nobody can sign in as one any more.
import {
  appointAdmin,
  createAdmin,
  endAccountSessions,
  resetAdmin,
} from '../server/accounts/admins/command.ts'
import { setHomeRegion } from '../server/accounts/phones/phone.ts'
import { findPhones } from '../server/accounts/store.ts'
import { openCurrentQuarter } from '../server/audit/retention.ts'
import { createJobs } from '../server/core/jobs/jobs.ts'
import { removeFactors } from '../server/factors/command.ts'
import { createMessages } from '../server/notifications/messages.ts'
import { createOutbox } from '../server/notifications/outbox.ts'
import { endSessions } from '../server/sessions/store.ts'
import { openPersonalTenants } from '../server/tenants/private.ts'
import { type Command, type Outcome, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

type Parts = Parameters<typeof appointAdmin>[0]

const actions: Record<string, (parts: Parts, loginId: string) => Promise<Outcome>> = {
  async appoint(parts, loginId) {
    await appointAdmin(parts, loginId)
    return { lines: [`${loginId} is an administrator now.`], data: {} }
  },
  create: async (parts, loginId) => withPassword(loginId, await createAdmin(parts, loginId)),
  reset: async (parts, loginId) => withPassword(loginId, await resetAdmin(parts, loginId)),
  async 'end-sessions'(parts, loginId) {
    await endAccountSessions(parts, loginId)
    return { lines: [`Every session of ${loginId} has ended.`], data: {} }
  },
  async 'remove-factors'(parts, loginId) {
    const removed = await removeFactors(parts, loginId)
    return {
      lines: [`Second factors of ${loginId} removed: ${removed}. Its sessions have ended.`],
      data: { removed },
    }
  },
}

const withPassword = (loginId: string, password: string): Outcome => ({
  lines: [
    `Administrator ${loginId}, password ${password}`,
    'It is shown once and has to be changed at the next sign-in.',
  ],
  data: { password },
})

export const admin: Command = {
  takes: 'ACTION PHONE_OR_USER_NAME',
  words: 2,
  says: 'an administrator where there is none any more; end the sessions of an account, or remove its second factors',
  help: `
ACTION is one of
  appoint         an account becomes an administrator, enabled where it was disabled
  create          a new account that is one: prints its password once
  reset           a new password for an administrator, printed once; their sessions end
  end-sessions    the account, an administrator's or not, is signed out everywhere
  remove-factors  the account, an administrator's or not, signs in without a second factor again, and is told; its sessions end
A printed password has to be changed at the first sign-in. The audit log records each, by nobody who has signed in.`,

  async run(call) {
    // Before a database is opened, which an empty folder would then hold.
    const [action = '', loginId = ''] = call.words
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (!act || !loginId)
      throw new UsageError(
        `Say ${Object.keys(actions).join(', ')}, and then with which account: see reeve admin --help.`,
      )
    return withDatabase(call, async ({ db, config, log }) => {
      setHomeRegion(config.defaultRegion)
      await openCurrentQuarter(db.query)
      // Told in the console alone: an SMS would need the queue of a running server.
      const outbox = createOutbox({ jobs: createJobs({ db, log }), db, config, log })
      const { sendMessage } = createMessages({ outbox, phonesOf: findPhones })
      const services: Parts['services'] = {
        sendMessage,
        openPersonalTenant: (tx, account) => openPersonalTenants(config.deployment)(tx, [account]),
        endSessions: async (tx, id) => void (await endSessions(tx, id)),
      }
      const { lines, data } = await act({ db, services }, loginId)
      return { lines, data: { account: loginId, action, ...data } }
    })
  },
}
