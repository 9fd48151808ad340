import { limits } from '../../contract/limits.ts'
import { tenantStatuses } from '../../contract/states.ts'
import { normalizePhone } from '../accounts/phones/phone.ts'
import { accountPhonePart } from '../accounts/phones/search.ts'
import { isId } from '../core/id.ts'
import { boolean, id, instant, oneOf, opaque, optional, search, setOf, text } from '../core/input.ts'
import { pageOf } from '../core/lists/page-type.ts'
import { query } from '../core/operation.ts'
import { paging, readList } from '../core/page.ts'
import { listTenants } from './list.ts'
import { countNameLookup } from './lookups.ts'
import { readRelations } from './relations.ts'
import { isNameFree } from './store.ts'
import { loadTenant, Tenant, TenantStatusType } from './types.ts'

const TenantPage = pageOf(Tenant, 'TenantPage', { chosen: true })

query({
  name: 'queryTenant',
  description:
    "Returns organizations, except personal ones, newest first. `q` matches name, id and the owner's name. `mobilePhone`: complete phone number of the contact or owner. `maxExpireAt`: only organizations that expire at or before this time. Access: admin, organization_list, certification_audit.",
  can: 'TENANT_LIST',
  input: {
    ...paging,
    idSet: setOf(id(), limits.batch),
    statusSet: setOf(oneOf(TenantStatusType, tenantStatuses), 20),
    q: optional(search()),
    mobilePhone: optional(opaque(64)),
    minCreateDateTime: optional(instant()),
    maxCreateDateTime: optional(instant()),
    maxExpireAt: optional(instant()),
    internal: optional(boolean()),
  },
  returns: TenantPage,
  // A malformed phone number is passed on unchanged, so it matches nothing.
  run: ({ context, viewer, input }) =>
    readList(context, (query) =>
      listTenants(query, {
        ...input,
        idSet: input.idSet?.filter(isId),
        ownerPhone: accountPhonePart(viewer, input.q),
        mobilePhone: input.mobilePhone && (normalizePhone(input.mobilePhone) ?? input.mobilePhone),
      }),
    ),
})

query({
  name: 'getTenant',
  description:
    'Returns an organization; null if it does not exist or the caller has no access. Access: same as queryTenant; also members of the organization and its applicant.',
  can: 'TENANT_LOOK_UP',
  input: { id: id() },
  returns: Tenant,
  nullable: true,
  async run({ context, viewer, input }) {
    const tenant = isId(input.id) ? await loadTenant(context, input.id.toLowerCase()) : null
    return tenant && (await readRelations(context.db.query, tenant, viewer)) ? tenant : (null as never)
  },
})

query({
  name: 'checkTenant',
  description: 'Returns whether the name is available for a new organization. Access: signed-in users.',
  can: 'TENANT_LOOK_UP',
  input: { name: text(limits.name) },
  returns: 'Boolean',
  async run({ context, viewer, input }) {
    await countNameLookup({ context, viewer }, { check: true })
    return isNameFree(context.db.query, input.name)
  },
})
