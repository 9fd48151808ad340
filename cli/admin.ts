// Recovers access for an operator with a shell on the server, when nobody can sign in as an administrator.
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
import { type Call, type Outcome, type Run, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

type Parts = Parameters<typeof appointAdmin>[0]

/** given: the password of --password-stdin. */
const actions: Record<string, (parts: Parts, loginId: string, given?: string) => Promise<Outcome>> = {
  async appoint(parts, loginId) {
    await appointAdmin(parts, loginId)
    return { lines: [`${loginId} is an administrator now.`], data: {} }
  },
  create: async (parts, loginId, given) =>
    withPassword(loginId, await createAdmin(parts, loginId, given), given),
  reset: async (parts, loginId, given) =>
    withPassword(loginId, await resetAdmin(parts, loginId, given), given),
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

const withPassword = (loginId: string, password: string, given?: string): Outcome =>
  given === undefined
    ? {
        lines: [
          `Administrator ${loginId}, password ${password}`,
          'The password is shown once and must be changed at the next sign-in.',
        ],
        data: { password },
      }
    : {
        lines: [
          `Administrator ${loginId} has the given password, which must be changed at the next sign-in.`,
        ],
        data: {},
      }

export const admin: Run = async (call) => {
  // Before a database is opened, which an empty folder would then hold.
  const [action = '', loginId = ''] = call.words
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!act || !loginId)
    throw new UsageError(
      `Name one of ${Object.keys(actions).join(', ')}, and then an account: see reeve admin --help.`,
    )
  const given = await passwordOf(call, action)
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
    const { lines, data } = await act({ db, services }, loginId, given)
    return { lines, data: { account: loginId, action, ...data } }
  })
}

async function passwordOf({ options, input }: Call, action: string): Promise<string | undefined> {
  if (!options['password-stdin']) return undefined
  if (!['create', 'reset'].includes(action))
    throw new UsageError('--password-stdin goes with create and reset: see reeve admin --help.')
  const password = (await input()).replace(/\r?\n$/, '')
  if (!password) throw new UsageError('--password-stdin: standard input is empty.')
  return password
}
