import { findAccounts } from '../../accounts/store.ts'
import type { Services } from '../../core/context.ts'
import type { Tx } from '../../db/open.ts'
import { findTenants } from '../../tenants/store.ts'
import { namesOfMade } from './store.ts'

/**
 * Notifies the organization's owner about service accounts whose creators have left the organization. The
 * service accounts remain active.
 */
export async function notifyOfServiceAccounts(
  tx: Tx,
  services: Pick<Services, 'sendMessage'>,
  tenantId: string,
  accountIds: readonly string[],
): Promise<void> {
  const made = accountIds.length ? await namesOfMade(tx, tenantId, accountIds) : []
  const tenant = made.length && (await findTenants(tx, [tenantId])).get(tenantId)
  if (!tenant) return
  const accounts = await findAccounts(tx, accountIds)
  for (const [personId, theirs] of Map.groupBy(made, ({ creatorId }) => creatorId))
    await services.sendMessage(tx, {
      accountId: tenant.owner_id,
      template: 'service.makerLeft',
      params: {
        tenant: tenant.name,
        member: accounts.get(personId)?.name ?? '',
        services: theirs.map(({ name }) => name),
      },
      personId,
      link: '/organizational-management/service-accounts',
    })
}
