import { reencryptSecrets } from '../server/factors/store.ts'
import { replaceFactorKey, rotateKeys as rotate } from '../server/identity/keys/keys.ts'
import { endEverySession } from '../server/sessions/store.ts'
import type { Run } from './command.ts'
import { withDatabase } from './database.ts'

export const rotateKeys: Run = (call) =>
  withDatabase(call, async ({ db }) => {
    const leaked = call.options.leaked === true
    const { kid, ended, sealed } = await db.transaction(async (tx) => ({
      ...(await rotate(tx, { leaked })),
      ended: leaked ? await endEverySession(tx) : 0,
      sealed: await reencryptSecrets(tx, await replaceFactorKey(tx)),
    }))
    const lines = [
      `New signing key: ${kid}`,
      ...(leaked ? [`Sessions ended: ${ended}`] : []),
      ...(leaked && sealed ? [`Authenticator apps that users should set up again: ${sealed}`] : []),
    ]
    return { lines, data: { kid, sessionsEnded: ended, authenticatorsSealed: sealed } }
  })
