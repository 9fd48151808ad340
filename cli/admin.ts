// This command restores access if nobody can sign in as an administrator. It is for operators with a shell on
// the server.
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

type AdminDependencies = Parameters<typeof appointAdmin>[0]

/** The subcommands of `reeve admin`. `password` is the password that --password-stdin reads. */
const actions: Record<
  string,
  (dependencies: AdminDependencies, loginId: string, password?: string) => Promise<Outcome>
> = {
  async appoint(dependencies, loginId) {
    await appointAdmin(dependencies, loginId)
    return { lines: [`${loginId} is now an administrator.`], data: {} }
  },
  create: async (dependencies, loginId, password) =>
    withPassword(loginId, await createAdmin(dependencies, loginId, password), password),
  reset: async (dependencies, loginId, password) =>
    withPassword(loginId, await resetAdmin(dependencies, loginId, password), password),
  async 'end-sessions'(dependencies, loginId) {
    await endAccountSessions(dependencies, loginId)
    return { lines: [`All sessions of ${loginId} have ended.`], data: {} }
  },
  async 'remove-factors'(dependencies, loginId) {
    const removed = await removeFactors(dependencies, loginId)
    return {
      lines: [`Second factors of ${loginId} removed: ${removed}. All sessions of the account have ended.`],
      data: { removed },
    }
  },
}

const withPassword = (loginId: string, password: string, chosen?: string): Outcome =>
  chosen === undefined
    ? {
        lines: [
          `Administrator ${loginId}, password ${password}`,
          'The password is shown only once and must be changed at the next sign-in.',
        ],
        data: { password },
      }
    : {
        lines: [
          `Administrator ${loginId} has the password from standard input, which must be changed at the next sign-in.`,
        ],
        data: {},
      }

export const admin: Run = async (call) => {
  // Validate the action before opening the database, because opening an empty folder would create a database
  // in it.
  const [action = '', loginId = ''] = call.positionals
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!act || !loginId)
    throw new UsageError(
      `An action (${Object.keys(actions).join(', ')}) and an account are required. See reeve admin --help.`,
    )
  const password = await passwordOf(call, action)
  return withDatabase(call, async ({ db, config, log }) => {
    setHomeRegion(config.defaultRegion)
    await openCurrentQuarter(db.query)
    // Messages are sent only in the console, because an SMS needs the job queue of a running server.
    const outbox = createOutbox({ jobs: createJobs({ db, log }), db, config, log })
    const { sendMessage } = createMessages({ outbox, phonesOf: findPhones })
    const services: AdminDependencies['services'] = {
      sendMessage,
      openPersonalTenant: (tx, account) => openPersonalTenants(config.deployment)(tx, [account]),
      endSessions: async (tx, id) => void (await endSessions(tx, id)),
    }
    const { lines, data } = await act({ db, services }, loginId, password)
    return { lines, data: { account: loginId, action, ...data } }
  })
}

async function passwordOf({ options, input }: Call, action: string): Promise<string | undefined> {
  if (!options['password-stdin']) return undefined
  if (!['create', 'reset'].includes(action))
    throw new UsageError('--password-stdin requires create or reset. See reeve admin --help.')
  const password = (await input()).replace(/\r?\n$/, '')
  if (!password) throw new UsageError('--password-stdin requires a password, but standard input is empty.')
  return password
}
