import type { FastifyBaseLogger } from 'fastify'
import type Provider from 'oidc-provider'
import { newId } from '../../core/id.ts'
import { type Rounds, startRounds } from '../../core/jobs/rounds.ts'
import type { Database } from '../../db/open.ts'
import type { Addresses } from '../../events/webhooks/addresses.ts'
import { createSender } from '../../events/webhooks/send.ts'
import {
  dropNotice,
  type Notice,
  noticeChannel,
  postponeNotice,
  takeNotices,
} from '../../sessions/sign-out-notices.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
/** Sent at the same time by one node. */
const atOnce = 20

interface Means {
  db: Database
  log: FastifyBaseLogger
  addresses: Addresses
  provider: () => Provider
}

/** OpenID Connect Back-Channel Logout: tells applications that a session has ended, until they say that they know. */
export async function startSignOutNotices({ db, log, addresses, provider }: Means): Promise<Rounds> {
  const sender = createSender(addresses)

  async function tell(notice: Notice): Promise<void> {
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
    const goesOn = await postponeNotice(db.query, notice)
    const facts = { application: notice.applicationId, status, reason, tries: notice.tries }
    if (goesOn) log.info(facts, 'an application was not told of a sign-out and will be told again')
    else log.warn(facts, 'an application was not told of a sign-out; it was given up')
  }

  const rounds = await startRounds(
    { db, log: log as never },
    {
      name: 'sign-out notices',
      channel: noticeChannel,
      every: 5_000,
      async run() {
        for (;;) {
          const notices = await takeNotices(db.query, atOnce)
          // What fails here is taken again once its lease is over.
          await Promise.all(notices.map(tell))
          if (notices.length < atOnce) return
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
