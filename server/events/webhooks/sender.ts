import { sql } from 'kysely'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Services } from '../../core/context.ts'
import { type Rounds, startRounds } from '../../core/jobs/rounds.ts'
import type { Database, Tx } from '../../db/open.ts'
import { findTenants } from '../../tenants/store.ts'
import { deliver } from './deliver.ts'
import { createPost } from './post.ts'
import { type Lease, leaseWebhook, loadWork, storeResults } from './queue.ts'
import { dueChannel } from './store.ts'
import { countTries } from './tally.ts'

/** Maximum number of webhooks that a node serves in parallel. */
const atOnce = 8

interface Dependencies {
  db: Database
  log: Logger
  services: Pick<Services, 'sendMessage' | 'webhookAddresses'>
  registry?: Registry
}

/** Starts sending pending events. Any node can serve a webhook, but only one node at a time. */
export async function startSending({ db, log, services, registry }: Dependencies): Promise<Rounds> {
  const post = createPost(services.webhookAddresses)
  const serving = new Set<Promise<void>>()
  const tries = new Counter({
    name: 'webhook_tries_total',
    help: 'Events sent to webhooks, by outcome',
    labelNames: ['outcome'] as const,
    registers: registry ? [registry] : [],
  })
  let stopped = false

  async function serve(leased: Lease): Promise<void> {
    const outcome = await deliver(post, leased, await loadWork(db.query, leased), () => stopped)
    for (const { tried, delivered } of outcome.results)
      if (tried) tries.inc({ outcome: delivered ? 'delivered' : 'failed' })
    await db.transaction(async (tx) => {
      if (!(await storeResults(tx, leased, outcome))) return
      await countTries(tx, leased.id, outcome.results)
      if (outcome.off) await notifyOwner(tx, services, leased)
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
          const leased = await leaseWebhook(db)
          if (!leased) return
          // After an error, the lease expires and any node can take over.
          const served = serve(leased)
            .catch((error) =>
              log.warn(
                { error: error.message, webhook: leased.id },
                'could not process the deliveries of a webhook',
              ),
            )
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

async function notifyOwner(
  tx: Tx,
  { sendMessage }: Pick<Services, 'sendMessage'>,
  leased: Lease,
): Promise<void> {
  const params = { host: new URL(leased.url).host }
  for (const accountId of await ownersOf(tx, leased))
    await sendMessage(tx, { accountId, template: 'webhook.off', params })
}

/**
 * Returns the accounts to notify when a webhook is disabled. For an organization, this is its owner. For the
 * platform, these are the administrators and the creator of the webhook, if the creator is still permitted to
 * enable it.
 */
async function ownersOf(tx: Tx, { tenant_id, creator_id }: Lease): Promise<string[]> {
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
