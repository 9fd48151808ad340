import type { Kysely } from 'kysely'
import type { Relation } from '../../../contract/permissions.ts'
import { isChecklistDismissed, storeChecklistDismissed } from '../../accounts/checklist.ts'
import { builder } from '../../core/builder.ts'
import { isId } from '../../core/id.ts'
import { boolean, id, optional } from '../../core/input.ts'
import { mutation, query } from '../../core/operation.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Tables } from '../../db/tables.ts'
import { saveMemberChecklist } from '../../tenants/members.ts'
import { findMember, lockTarget, readRelations } from '../../tenants/relations.ts'
import { findTenants, type TenantRow } from '../../tenants/store.ts'
import { type Step, stepNames, stepsOfPlatform, stepsOfTenant } from './facts.ts'

interface List {
  putAway: boolean
  steps: Step[]
}

const ChecklistStepName = builder.enumType('ChecklistStepName', { values: stepNames })

const ChecklistStep = builder.objectRef<Step>('ChecklistStep').implement({
  fields: (t) => ({
    name: t.expose('name', { type: ChecklistStepName }),
    done: t.exposeBoolean('done'),
    doneDateTime: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the step was completed; null if it is open or the time is unknown',
      resolve: ({ done, at }) => (done && at) || null,
    }),
    setting: t.string({
      nullable: true,
      description:
        'For the steps SMS, MAIL and ADDRESS, the kind of the current setting, such as log or https; null for other steps',
      resolve: ({ setting }) => setting ?? null,
    }),
    deviceId: t.id({
      nullable: true,
      description: 'Newest device that has never connected, for the open step DEVICE; null for other steps',
      resolve: ({ deviceId }) => deviceId ?? null,
    }),
  }),
})

const Checklist = builder.objectRef<List>('Checklist').implement({
  description:
    'Getting-started steps of an organization or of the platform. A step is done as soon as its condition is met.',
  fields: (t) => ({
    putAway: t.exposeBoolean('putAway', { description: 'Whether the viewer has dismissed the checklist' }),
    steps: t.field({ type: [ChecklistStep], resolve: ({ steps }) => steps }),
  }),
})

query({
  name: 'getChecklist',
  description:
    "Returns the getting-started checklist of an organization or, without tenantId, of the platform. The platform's checklist is null if ten or more devices are registered. Access: owner and managers; for the platform, admin.",
  can: 'CHECKLIST',
  input: { tenantId: optional(id()) },
  returns: Checklist,
  nullable: true,
  relations: ({ context, viewer, input }) => relationsTo(context.db.query, viewer, input.tenantId),
  async run({ context, viewer, input: { tenantId } }) {
    const db = context.db.query
    if (tenantId == null) {
      const steps = await stepsOfPlatform(db, context.services.setup)
      return steps && { steps, putAway: await isChecklistDismissed(db, viewer.accountId) }
    }
    const tenant = await findTenant(db, tenantId)
    if (!tenant) return null
    const member = await findMember(db, tenant.id, viewer.accountId)
    return { steps: await stepsOfTenant(db, tenant), putAway: member?.checklist_put_away ?? false }
  },
})

mutation({
  name: 'putChecklistAway',
  description:
    'Dismisses a checklist for the caller in all browsers. With `away: false`, shows it again. Access: same as getChecklist.',
  can: 'CHECKLIST',
  effects: [],
  input: { tenantId: optional(id()), away: boolean() },
  returns: 'Boolean',

  async target(tx, { tenantId }, viewer) {
    if (tenantId == null) return { row: null, relations: relationsToPlatform(viewer) }
    return lockTarget(tx, tenantId, viewer)
  },

  async run({ tx, viewer: { accountId }, input: { away }, target: tenant }) {
    if (tenant) await saveMemberChecklist(tx, tenant.id, accountId, away)
    else await storeChecklistDismissed(tx, accountId, away)
    return true
  },

  // Whether a user has dismissed a checklist is not audited, because it affects nobody else.
  audit: () => [],
})

/** Returns the viewer's relations to the platform. Only administrators can see its checklist. */
const relationsToPlatform = ({ admin }: Viewer): Relation[] => (admin ? ['platform'] : [])

async function relationsTo(
  db: Kysely<Tables>,
  viewer: Viewer,
  tenantId: string | null | undefined,
): Promise<Relation[]> {
  if (tenantId == null) return relationsToPlatform(viewer)
  const tenant = await findTenant(db, tenantId)
  return (tenant && (await readRelations(db, tenant, viewer))) ?? []
}

async function findTenant(db: Kysely<Tables>, id: string): Promise<TenantRow | undefined> {
  return isId(id) ? (await findTenants(db, [id.toLowerCase()])).get(id.toLowerCase()) : undefined
}
