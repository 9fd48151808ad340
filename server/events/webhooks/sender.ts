import { sql } from 'kysely'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Services } from '../../core/context.ts'
import { type Rounds, startRounds } from '../../core/jobs/rounds.ts'
import type { Database, Tx } from '../../db/open.ts'
import { findTenants } from '../../tenants/store.ts'
import type { Addresses } from './addresses.ts'
import { deliver } from './deliver.ts'
import { createPost } from './post.ts'
import { claimTurn, loadWork, settle, type Turn } from './queue.ts'
import { dueChannel } from './store.ts'
import { countTries } from './tally.ts'

/** Webhooks that a node serves in parallel. */
const atOnce = 8

interface Means {
  db: Database
  log: Logger
  services: Pick<Services, 'sendMessage' | 'webhookAddresses'>
  registry?: Registry
}

/** Sends pending events. Any node can serve any webhook, but only one node at a time serves each. */
export async function startSending({ db, log, services, registry }: Means): Promise<Rounds> {
  const post = createPost(services.webhookAddresses)
  const serving = new Set<Promise<void>>()
  const tries = new Counter({
    name: 'webhook_tries_total',
    help: 'Events sent to webhooks, by outcome',
    labelNames: ['outcome'] as const,
    registers: registry ? [registry] : [],
  })
  let stopped = false

  async function serve(turn: Turn): Promise<void> {
    const outcome = await deliver(post, turn, await loadWork(db.query, turn), () => stopped)
    for (const { tried, delivered } of outcome.settled)
      if (tried) tries.inc({ outcome: delivered ? 'delivered' : 'failed' })
    await db.transaction(async (tx) => {
      if (!(await settle(tx, turn, outcome))) return
      await countTries(tx, turn.id, outcome.settled)
      if (outcome.off) await tellOwner(tx, services, turn)
    })
  }

  const rounds = await startRounds(
    { db, log },
    {
      name: 'webhooks',
      channel: dueChannel,
      every: 5_000,
      async run() {
        while (serving.size < atOnce && !stopped) {
          const turn = await claimTurn(db)
          if (!turn) return
          // After an error, another node takes over when the lease expires.
          const served = serve(turn)
            .catch((error) => log.warn({ error: error.message, webhook: turn.id }, 'webhook delivery failed'))
            .finally(() => {
              serving.delete(served)
              rounds.wake()
            })
          serving.add(served)
        }
      },
    },
  )
  const stop = async () => {
    stopped = true
    await rounds.stop()
    await Promise.all(serving)
    post.close()
  }
  return { ...rounds, stop, [Symbol.asyncDispose]: stop }
}

async function tellOwner(tx: Tx, { sendMessage }: Pick<Services, 'sendMessage'>, turn: Turn): Promise<void> {
  const params = { host: new URL(turn.url).host }
  for (const accountId of await ownersOf(tx, turn))
    await sendMessage(tx, { accountId, template: 'webhook.off', params })
}

/**
 * Returns the accounts to notify: the organization's owner. For the platform, the administrators, and the
 * creator if still permitted to enable the webhook.
 */
async function ownersOf(tx: Tx, { tenant_id, creator_id }: Turn): Promise<string[]> {
  if (tenant_id) {
    const owner = (await findTenants(tx, [tenant_id])).get(tenant_id)?.owner_id
    return owner ? [owner] : []
  }
  const rows = await tx
    .selectFrom('account')
    .select('id')
    .where('enabled', '=', true)
    .where(sql<boolean>`(admin or (id = ${creator_id} and 'application_management' = any(auth_codes)))`)
    .execute()
  return rows.map(({ id }) => id)
}

declare module '../../core/context.ts' {
  interface Services {
    webhookAddresses: Addresses
  }
}
