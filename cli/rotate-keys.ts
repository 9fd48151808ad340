import { reencryptSecrets } from '../server/factors/store.ts'
import { replaceFactorKey, replaceSourceKey, rotateKeys as rotate } from '../server/identity/keys/keys.ts'
import { reencryptSources } from '../server/identity/sources/reencrypt.ts'
import { endEverySession } from '../server/sessions/store.ts'
import type { Run } from './command.ts'
import { withDatabase } from './database.ts'

export const rotateKeys: Run = (call) =>
  withDatabase(call, async ({ db }) => {
    const leaked = call.options.leaked === true
    const { kid, ended, sealed, sources } = await db.transaction(async (tx) => ({
      ...(await rotate(tx, { leaked })),
      ended: leaked ? await endEverySession(tx) : 0,
      sealed: await reencryptSecrets(tx, await replaceFactorKey(tx)),
      sources: await reencryptSources(tx, await replaceSourceKey(tx)),
    }))
    const lines = [
      `New signing key: ${kid}`,
      ...(leaked ? [`Sessions ended: ${ended}`] : []),
      ...(leaked && sealed ? [`Authenticator apps that users should set up again: ${sealed}`] : []),
      ...(leaked && sources ? [`Sign-in methods that need a new client secret: ${sources}`] : []),
    ]
    return {
      lines,
      data: { kid, sessionsEnded: ended, authenticatorsSealed: sealed, sourcesSealed: sources },
    }
  })
