import * as v from 'valibot'
import { limits } from '../../contract/limits.ts'
import type { Relation } from '../../contract/permissions.ts'
import { required } from '../../contract/required.ts'
import { palgoRoles } from '../../contract/states.ts'
import { accountPhonePart } from '../accounts/phones/search.ts'
import { type AccountRow, findByLoginId } from '../accounts/store.ts'
import { Operator } from '../accounts/types.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { isId } from '../core/id.ts'
import { boolean, id, listOf, object, oneOf, opaque, optional, search, setOf } from '../core/input.ts'
import { pageOf } from '../core/lists/page-type.ts'
import { query } from '../core/operation.ts'
import { type Page, paging, readList } from '../core/page.ts'
import { may, type Viewer } from '../core/viewer.ts'
import { type AccountFilter, accountSortFields, findRun, listAccounts } from './list.ts'
import { PalgoRoleType } from './types.ts'

const OperatorPage = pageOf(Operator, 'OperatorPage', { chosen: true })
const SortOrder = builder.enumType('SortOrder', { values: ['ASC', 'DESC'] as const })
const OperatorSortField = builder.enumType('OperatorSortField', {
  description: 'JOIN_DATE_TIME can be used only for members of a single organization',
  values: accountSortFields,
})
const OperatorSort = builder.inputType('OperatorSort', {
  fields: (t) => ({
    field: t.field({ type: OperatorSortField, required: true }),
    order: t.field({ type: SortOrder, required: true }),
  }),
})
const sortSchema = v.object({
  field: v.picklist(accountSortFields),
  order: v.picklist(['ASC', 'DESC'] as const),
})

type Input = Omit<AccountFilter, 'tenantIds'> & { tenantIdSet?: string[] | null | undefined }

/** Whether the viewer can see all accounts. */
const seesAll = (viewer: Viewer): boolean => may(viewer, 'ACCOUNT_READ')

/**
 * Whether the query looks up a single account by its complete phone number or username, in order to add the
 * account. All other queries list members of organizations that the viewer manages.
 */
const asksForOne = ({ tenantIdSet, loginId }: Input): boolean => tenantIdSet == null && !!loginId

const isFiltered = ({ first, pageSize, after, tenantIdSet, loginId, ...others }: Input): boolean =>
  Object.values(others).some((value) => value != null && !(Array.isArray(value) && !value.length))

async function relationsFor({ db }: Context, viewer: Viewer, input: Input): Promise<Relation[]> {
  if (seesAll(viewer)) return []
  if (asksForOne(input)) {
    if (isFiltered(input)) return []
    // Viewers who can create an organization must be able to look up the account that becomes its owner.
    const chooses = may(viewer, 'TENANT_CREATE')
    return chooses || (await findRun(db.query, viewer.accountId)).size > 0 ? ['manager'] : []
  }
  const tenantIds = [...new Set(input.tenantIdSet?.map((each) => each.toLowerCase()) ?? [])]
  if (!tenantIds.length || !tenantIds.every(isId)) return []
  const run = await findRun(db.query, viewer.accountId, tenantIds)
  return run.size === tenantIds.length ? ['manager'] : []
}

/**
 * Looks up an account that the viewer wants to add. Returns its id, name and masked phone number. The lookup
 * is rate-limited, because the result reveals whether a phone number has an account.
 */
async function findOne({ db, services }: Context, viewer: Viewer, input: Input): Promise<Page<AccountRow>> {
  await services.limiter.take(db.query, {
    kind: 'findOperator',
    subject: viewer.accountId,
    max: limits.lookups.perHour,
    window: 3_600,
  })
  const account = await findByLoginId(db.query, required(input.loginId, 'loginId'))
  const found = account?.enabled ? [account] : []
  return {
    first: input.first,
    pageSize: input.pageSize,
    count: found.length,
    countExact: true,
    next: null,
    data: found
      .slice(input.first)
      .map((row) => ({ ...row, username: null, first_name: null, last_name: null, email: null })),
    ids: async () => found.map(({ id }) => id),
  }
}

query({
  name: 'queryOperator',
  description:
    'Returns accounts, newest first; for a single organization, those who joined last come first. `name` matches part of the name or display name. Access: admin, account_management and security_management for all accounts; owners and managers for members of their organizations, given as tenantIdSet. With only loginId (a complete phone number or username), owners, managers and organization_list can look up one account that they want to add. The result then contains only id, name and masked phone number.',
  can: 'MEMBER_LIST',
  input: {
    ...paging,
    idSet: setOf(id(), limits.batch),
    tenantIdSet: setOf(id(), 100),
    name: optional(search()),
    tenantName: optional(search()),
    loginId: optional(opaque(128)),
    enabled: optional(boolean()),
    manager: optional(boolean()),
    roleSet: setOf(oneOf(PalgoRoleType, palgoRoles), 20),
    authCodeSet: setOf(opaque(64), 100),
    joinCodeId: optional(id()),
    sorts: optional(listOf(object(OperatorSort, sortSchema), 3)),
  },
  returns: OperatorPage,
  relations: ({ context, viewer, input }) => relationsFor(context, viewer, input),

  async run({ context, viewer, input }) {
    if (!seesAll(viewer) && asksForOne(input)) return findOne(context, viewer, input)
    const { idSet, tenantIdSet, joinCodeId, ...others } = input
    // Remove malformed ids, because they match nothing.
    const filter = {
      ...others,
      idSet: idSet?.filter(isId),
      phonePart: accountPhonePart(viewer, input.name),
      tenantIds: tenantIdSet && [...new Set(tenantIdSet.filter(isId).map((each) => each.toLowerCase()))],
      ...(joinCodeId && { joinCodeId: isId(joinCodeId) ? joinCodeId : nobody }),
    }
    return readList(context, (query) => listAccounts(query, filter))
  },
})

const nobody = '00000000-0000-0000-0000-000000000000'
