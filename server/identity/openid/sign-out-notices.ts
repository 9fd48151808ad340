import type { FastifyBaseLogger } from 'fastify'
import type Provider from 'oidc-provider'
import { newId } from '../../core/id.ts'
import { type Rounds, startRounds } from '../../core/jobs/rounds.ts'
import type { Database } from '../../db/open.ts'
import type { Addresses } from '../../events/webhooks/addresses.ts'
import { createSender } from '../../events/webhooks/send.ts'
import {
  claimNotices,
  dropNotice,
  type Notice,
  noticeChannel,
  postponeNotice,
} from '../../sessions/sign-out-notices.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
/** Maximum number of notices that one server sends concurrently. */
const concurrency = 20

interface Dependencies {
  db: Database
  log: FastifyBaseLogger
  addresses: Addresses
  provider: () => Provider
}

/**
 * Starts OpenID Connect Back-Channel Logout, which notifies applications of ended sessions. Each notice is
 * repeated until the application confirms it or the last attempt has failed.
 */
export async function startSignOutNotices({ db, log, addresses, provider }: Dependencies): Promise<Rounds> {
  const sender = createSender(addresses)

  async function sendNotice(notice: Notice): Promise<void> {
    const client = await provider().Client.find(notice.applicationId)
    if (!client) return dropNotice(db.query, notice)
    const token = new (provider().IdToken)({ sub: notice.accountId }, { client })
    Object.assign(token, { mask: { sub: null } })
    token.set('jti', newId())
    token.set('sid', notice.sessionId)
    token.set('events', { [event]: {} })
    const body = new URLSearchParams({ logout_token: await token.issue({ use: 'logout' }) })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, reason } = await sender.send(new URL(notice.uri), headers, String(body))
    if (status && status >= 200 && status < 300) return dropNotice(db.query, notice)
    const willRetry = await postponeNotice(db.query, notice)
    const fields = { application: notice.applicationId, status, reason, tries: notice.tries }
    if (willRetry) log.info(fields, 'could not deliver a sign-out notice; will retry')
    else log.warn(fields, 'could not deliver a sign-out notice; no further attempts')
  }

  const rounds = await startRounds(
    { db, log: log as never },
    {
      name: 'sign-out notices',
      channel: noticeChannel,
      every: 5_000,
      async run() {
        for (;;) {
          const notices = await claimNotices(db.query, concurrency)
          // If sending fails unexpectedly, the notice is claimed again after its lease has expired.
          await Promise.all(notices.map(sendNotice))
          if (notices.length < concurrency) return
        }
      },
    },
  )
  const stop = async () => {
    await rounds.stop()
    sender.close()
  }
  return { ...rounds, stop, [Symbol.asyncDispose]: stop }
}
