import { messageText } from '../../../contract/errors.ts'
import { palgoRoles } from '../../../contract/states.ts'
import { type AccountRow, findByClaim, insertAccount } from '../../accounts/store.ts'
import { recordAudit } from '../../core/audit.ts'
import type { Services } from '../../core/context.ts'
import { newId } from '../../core/id.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { Tx } from '../../db/open.ts'
import { findTenantCodes } from '../../members/codes.ts'
import { inCatalogueOrder } from '../../members/grants.ts'
import { ofMember } from '../../members/target.ts'
import { membersLink } from '../../tenants/link.ts'
import { addMember, updateMembers } from '../../tenants/members.ts'
import { lockTenant, type TenantRow } from '../../tenants/store.ts'
import { type IdentityRow, insertIdentity } from '../sources/identities.store.ts'
import type { SourceRow } from '../sources/store.ts'
import { identityRefused, signInOver } from './errors.ts'
import type { ProvidedIdentity } from './provider.ts'

interface NewPerson {
  source: SourceRow
  identity: ProvidedIdentity
  request: RequestInfo
}

/**
 * Creates an account without a password for an identity, with its personal organization and the membership
 * that the source grants. The account gets the provider's phone number only if the provider has verified it
 * and nobody uses it. Throws `invalid_grant` if the organization cannot have new members.
 */
export async function createLinkedAccount(
  tx: Tx,
  services: Services,
  { source, identity, request }: NewPerson,
): Promise<{ account: AccountRow; linked: IdentityRow }> {
  // To avoid deadlocks, organizations are locked before accounts.
  const tenant = source.account_tenant_id ? await lockTenant(tx, source.account_tenant_id) : null
  if (tenant === undefined || (tenant && tenant.status !== 'FINISH'))
    throw identityRefused('tenant.status', request.locale)
  const id = newId()
  const name = identity.name ?? messageText('account.defaultName', request.locale, { digits: id.slice(-4) })
  const account = await insertAccount(tx, {
    ...{ id, name, mobilePhone: await freePhone(tx, identity), passwordHash: null },
  })
  await services.openPersonalTenant(tx, { id, name })
  await recordAudit(tx, {
    ...{ tenantId: id, actorId: id, action: 'Register', targetType: 'account', targetId: id },
    ...{ ip: request.ip, success: true },
    changes: { name: [null, name], identity: [null, source.name] },
  })
  if (tenant) await join(tx, services, { tenant, source, account, request })
  const linked = await insertIdentity(tx, {
    ...{ sourceId: source.id, accountId: id, provided: identity, used: true },
  })
  // Another tab has just linked the identity to an account.
  if (!linked) throw signInOver(request.locale)
  return { account, linked }
}

async function freePhone(tx: Tx, { phone, phoneVerified }: ProvidedIdentity): Promise<string | null> {
  if (!phone || !phoneVerified) return null
  return (await findByClaim(tx, 'mobile_phone', phone)) ? null : phone
}

async function join(
  tx: Tx,
  services: Services,
  {
    tenant,
    source,
    account: { id, name },
    request,
  }: { tenant: TenantRow; source: SourceRow; account: AccountRow; request: RequestInfo },
): Promise<void> {
  await addMember(tx, { tenantId: tenant.id, accountId: id, accepted: true })
  const roles = inCatalogueOrder(source.account_roles, palgoRoles)
  const authCodes = inCatalogueOrder(source.account_auth_codes, await findTenantCodes(tx))
  if (roles.length || authCodes.length)
    await updateMembers(tx, tenant.id, [{ accountId: id, roles, authCodes }])
  await services.sendMessage(tx, {
    ...{ accountId: tenant.owner_id, template: 'member.joined', personId: id },
    ...{ params: { tenant: tenant.name, member: name }, link: membersLink(tenant.id) },
  })
  await recordAudit(tx, {
    ...ofMember(tenant.id, id),
    ...{ actorId: id, action: 'AddTenantOperator', ip: request.ip, success: true },
    changes: { member: [false, true], roles: [[], roles], authCodes: [[], authCodes] },
  })
}
