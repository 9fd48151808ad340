import type { Logger } from 'pino'
import type { Locale } from '../../../contract/errors.ts'
import { sendNotice } from '../../accounts/register.ts'
import { findAccount } from '../../accounts/store.ts'
import type { Services } from '../../core/context.ts'
import { type Rounds, startRounds } from '../../core/jobs/rounds.ts'
import type { Database } from '../../db/open.ts'
import { sealBytes } from '../../factors/sealing.ts'
import { readExportKey } from '../../identity/keys/keys.ts'
import { fileOf } from './file.ts'
import {
  exportChannel,
  failAttempt,
  type LeasedExport,
  LeaseLost,
  leaseWaiting,
  markReady,
  storePart,
} from './store.ts'

interface Dependencies {
  db: Database
  services: Services
  log: Logger
}

/** Size of an encrypted part in bytes. However large the file is, at most one part is in memory. */
const partBytes = 512 * 1024

const link = '/accountInfo/index'

/**
 * Starts a background task that creates the requested exports one after the other. Any server can create any
 * export. If a server crashes, another one restarts its exports.
 */
export const startDataExports = (dependencies: Dependencies): Promise<Rounds> =>
  startRounds(dependencies, {
    ...{ name: 'data exports', channel: exportChannel, every: 15_000 },
    run: async () => {
      while (await makeNext(dependencies));
    },
  })

/** Creates the next pending export. Returns false if no export is pending. */
export async function makeNext(dependencies: Dependencies): Promise<boolean> {
  const leased = await leaseWaiting(dependencies.db)
  if (!leased) return false
  try {
    await make(dependencies, leased)
  } catch (error) {
    if (error instanceof LeaseLost) return true
    dependencies.log.warn({ err: error, try: leased.tries }, 'could not create a data export')
    await dependencies.db.transaction(async (tx) => {
      if (await failAttempt(tx, leased))
        await dependencies.services.sendMessage(tx, {
          ...{ accountId: leased.account_id, template: 'data.failed', params: {}, link },
        })
    })
  }
  return true
}

async function make({ db, services }: Dependencies, leased: LeasedExport): Promise<void> {
  const { account_id: accountId, id } = leased
  const locale = leased.locale as Locale
  const key = await readExportKey(db.query)
  let number = 0
  const keep = (content: Buffer) =>
    storePart(db, leased, number, sealBytes(key, boundTo(accountId, id, number++), content))
  let held: Buffer[] = []
  let size = 0
  for await (const piece of fileOf({ db: db.query, accountId, locale }, leased)) {
    const bytes = Buffer.from(piece as Uint8Array)
    held.push(bytes)
    size += bytes.length
    if (size < partBytes) continue
    await keep(Buffer.concat(held))
    held = []
    size = 0
  }
  await keep(Buffer.concat(held))
  await db.transaction(async (tx) => {
    await markReady(tx, leased)
    await services.sendMessage(tx, { accountId, template: 'data.ready', params: {}, link })
    const account = await findAccount(tx, accountId)
    if (account) await sendNotice({ tx, services, request: { locale } }, account, 'data.ready')
  })
}

/**
 * Returns the additional authenticated data of a part, which binds the ciphertext to its account, export and
 * position.
 */
export const boundTo = (accountId: string, id: string, number: number): string =>
  `${accountId} ${id} ${number}`
