import { resealSecrets } from '../server/factors/store.ts'
import { replaceFactorKey, rotateKeys as rotate } from '../server/identity/keys.ts'
import { endEverySession } from '../server/sessions/store.ts'
import type { Command } from './command.ts'
import { withDatabase } from './database.ts'

export const rotateKeys: Command = {
  says: 'a new signing key for tokens',
  help: `
Makes a new signing key. Running servers use it within a minute; the old one stays published until the last token that it
signed has run out, so nobody notices. The secrets of authenticator apps are sealed by a new key, too. Once a year is a good
habit.`,
  options: {
    leaked: {
      type: 'boolean',
      says: 'a backup went astray: the old keys and every session end at once, all people sign in again; with second factors as before, although the backup tells their secrets',
    },
  },

  run: (call) =>
    withDatabase(call, async ({ db }) => {
      const leaked = call.options.leaked === true
      const { kid, ended, sealed } = await db.transaction(async (tx) => ({
        ...(await rotate(tx, { leaked })),
        ended: leaked ? await endEverySession(tx) : 0,
        sealed: await resealSecrets(tx, await replaceFactorKey(tx)),
      }))
      const lines = [
        `New signing key: ${kid}`,
        ...(leaked ? [`Sessions ended: ${ended}`] : []),
        ...(leaked && sealed ? [`Authenticator apps that should be set up anew: ${sealed}`] : []),
      ]
      return { lines, data: { kid, sessionsEnded: ended, authenticatorsSealed: sealed } }
    }),
}
