import { required } from '../../../contract/required.ts'
import { builder } from '../../core/builder.ts'
import { badInput } from '../../core/errors.ts'
import { isId } from '../../core/id.ts'
import { id, instant, listOf } from '../../core/input.ts'
import { query } from '../../core/operation.ts'
import { may } from '../../core/viewer.ts'
import { readRelations } from '../../tenants/relations.ts'
import { findTenants } from '../../tenants/store.ts'
import { findApplication, findApplications } from '../store.ts'
import { listRefusals, readLastUses, readSignIns, refusalKinds, type SignIns } from './store.ts'

const ApplicationErrorKind = builder.enumType('ApplicationErrorKind', { values: refusalKinds })

const ApplicationSignIns = builder.objectRef<SignIns>('ApplicationSignIns').implement({
  fields: (t) => ({
    fromDateTime: t.expose('from', { type: 'DateTime' }),
    toDateTime: t.expose('to', { type: 'DateTime' }),
    signedIn: t.exposeInt('signedIn', {
      description: 'Number of sign-ins and of tokens issued for client credentials',
    }),
    failed: t.exposeInt('failed', { description: 'Number of requests that were refused' }),
  }),
})

const ApplicationError = builder
  .objectRef<Awaited<ReturnType<typeof listRefusals>>[number]>('ApplicationError')
  .implement({
    description: 'Requests of an application that were refused for the same reason',
    fields: (t) => ({
      kind: t.expose('kind', { type: ApplicationErrorKind }),
      detail: t.exposeString('detail', {
        description:
          'Details of the refusal: the invalid URL without its query string, the invalid scope or resource, or an English description of the error; empty if there are no details',
      }),
      count: t.exposeInt('count'),
      lastDateTime: t.expose('last_at', { type: 'DateTime' }),
    }),
  })

interface Use {
  id: string
  instants: readonly Date[]
}

const ApplicationUsage = builder.objectRef<Use>('ApplicationUsage').implement({
  fields: (t) => ({
    signIns: t.field({
      type: [ApplicationSignIns],
      resolve: async ({ id, instants }, _args, { db }) =>
        (await readSignIns(db.query, [id], instants)).get(id) ?? [],
    }),
    errors: t.field({
      type: [ApplicationError],
      description:
        'Refused requests, grouped by cause, in the hours that begin within the given interval (by default the last month). Newest first; at most 20 causes, and at most five of each kind. The same limits apply to the causes stored per hour.',
      args: { fromDateTime: t.arg({ type: 'DateTime' }), toDateTime: t.arg({ type: 'DateTime' }) },
      resolve: (use, { fromDateTime: from, toDateTime: to }, { db }) =>
        listRefusals(db.query, use.id, { from, to }),
    }),
  }),
})

function checkRising(instants: readonly Date[]): void {
  if (instants.some((at, index) => index > 0 && at <= required(instants[index - 1], 'item of instants')))
    throw badInput({ instants: ['field.invalid'] })
}

query({
  name: 'getApplicationUsage',
  description:
    'Returns the usage of an application for each interval between two successive `instants`. `instants` must be in ascending order. Counts are stored per full hour, for 30 days; the last few seconds may be missing. Returns null if the application does not exist or the caller has no access. Access: same as queryApplication; for a service account, same as listServiceAccount.',
  can: 'ACCOUNT_OWN',
  input: { id: id(), instants: listOf(instant(), 33) },
  returns: ApplicationUsage,
  nullable: true,
  async run({ context, viewer, input: { id: given, instants } }) {
    checkRising(instants)
    const { query: db } = context.db
    const application = isId(given) ? await findApplication(db, given) : undefined
    if (!application) return null
    const { id: found, tenant_id: tenantId } = application
    if (!tenantId) return may(viewer, 'APPLICATION_MANAGE') ? { id: found, instants } : null
    const tenant = (await findTenants(db, [tenantId])).get(tenantId)
    const relations = (tenant && (await readRelations(db, tenant, viewer))) ?? []
    return may(viewer, 'SERVICE_ACCOUNT_MANAGE', relations) ? { id: found, instants } : null
  },
})

interface LastUse {
  id: string
  signIns: readonly SignIns[]
  lastUse: Date | null
  failingSince: Date | null
}

const ApplicationUse = builder.objectRef<LastUse>('ApplicationUse').implement({
  description: 'Usage of one application, as returned by listApplicationUse',
  fields: (t) => ({
    id: t.exposeID('id'),
    signIns: t.field({ type: [ApplicationSignIns], resolve: ({ signIns }) => [...signIns] }),
    lastUseDateTime: t.expose('lastUse', {
      type: 'DateTime',
      nullable: true,
      description:
        'Start of the hour of the last sign-in; null if nobody has signed in within the last month',
    }),
    failingSinceDateTime: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'Start of the hour since which every request has been refused, at least five; null if the application is not failing',
    }),
  }),
})

query({
  name: 'listApplicationUse',
  description:
    'Returns the usage of applications of the platform for each interval between two successive `instants`. `instants` must be in ascending order. Counts are stored per full hour, for 30 days. Access: same as queryApplication.',
  can: 'APPLICATION_MANAGE',
  input: { ids: listOf(id(), 100), instants: listOf(instant(), 33) },
  returns: [ApplicationUse],
  async run({ context, input: { ids, instants } }) {
    checkRising(instants)
    const { query: db } = context.db
    const found = await findApplications(db, ids.filter(isId))
    const own = [...found.values()].filter(({ tenant_id }) => !tenant_id).map(({ id }) => id)
    const signIns = await readSignIns(db, own, instants)
    const uses = await readLastUses(db, own)
    return own.map((id) => ({
      id,
      signIns: signIns.get(id) ?? [],
      ...(uses.get(id) ?? { lastUse: null, failingSince: null }),
    }))
  },
})
