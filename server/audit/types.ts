import { loadAccount, Operator } from '../accounts/types.ts'
import { Application, loadApplication } from '../applications/types.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { viewerOf } from '../core/context.ts'
import { noTenant } from '../core/id.ts'
import type { EventRow } from './list.ts'
import { namesOf } from './names.ts'
import { withoutOtherTenants } from './visibility.ts'

export const AuditEvent = builder.objectRef<EventRow>('AuditEvent')

/**
 * Returns the id of the event's target, or null if the viewer cannot see it. Without access to the changes of
 * the event, viewers see only their own id and the id of the event's organization.
 */
const targetOf = (event: EventRow, context: Context): string | null => {
  const { visibility, target_id: id } = event
  return visibility.changes || id === viewerOf(context).accountId || id === event.tenant_id ? id : null
}

const changesOf = ({ visibility, changes, tenant_id }: EventRow): unknown =>
  visibility.changes ? withoutOtherTenants(changes, tenant_id, visibility.tenants) : {}

/**
 * Whether the viewer sees the IP address of the event. Organizations must not see the IP addresses of
 * platform staff.
 */
async function seesIp({ visibility, actor_id }: EventRow, context: Context): Promise<boolean> {
  if (!visibility.ip || visibility.platformIp || !actor_id) return visibility.ip
  const actor = await loadAccount(context, actor_id)
  return actor !== null && !actor.admin && actor.auth_codes.length === 0
}

AuditEvent.implement({
  description:
    'An entry of the audit log: a sign-in, or a change to an account, organization or device. Users cannot edit or delete entries. In entries about themselves, users see the actor only while they belong to the organization. They see the changes that they made to others only while they manage the organization.',
  fields: (t) => ({
    id: t.exposeID('id'),
    dateTime: t.expose('date_time', { type: 'DateTime' }),
    actor: t.field({
      type: Operator,
      nullable: true,
      description:
        'Account that performed the operation; null if nobody was signed in (for example for a failed sign-in) or the viewer cannot see the actor',
      resolve: ({ visibility, actor_id }, _args, context) =>
        visibility.actor && actor_id ? loadAccount(context, actor_id) : null,
    }),
    actorHidden: t.boolean({
      description: 'Whether there is an actor that the viewer is not permitted to see',
      resolve: ({ visibility, actor_id, application_id }) =>
        (actor_id ?? application_id) !== null && !visibility.actor,
    }),
    application: t.field({
      type: Application,
      nullable: true,
      description:
        'Service account that performed the operation; null for other actors, and if the service account has been deleted',
      resolve: ({ visibility, application_id }, _args, context) =>
        visibility.actor && application_id ? loadApplication(context, application_id) : null,
    }),
    applicationId: t.id({
      nullable: true,
      description:
        'ID of the service account that performed the operation, even if it has been deleted; null for other actors',
      resolve: ({ visibility, application_id }) => (visibility.actor ? application_id : null),
    }),
    action: t.exposeString('action', {
      description:
        'Name of the operation in this schema with an uppercase first letter, such as ConfirmTenant, or another event such as SignIn',
    }),
    tenantId: t.id({
      nullable: true,
      resolve: ({ tenant_id }) => (tenant_id === noTenant ? null : tenant_id),
    }),
    targetType: t.exposeString('target_type'),
    targetId: t.id({ nullable: true, resolve: (event, _args, context) => targetOf(event, context) }),
    ip: t.string({
      nullable: true,
      resolve: async (event, _args, context) => ((await seesIp(event, context)) ? event.ip : null),
    }),
    success: t.exposeBoolean('success', { description: 'False if the operation was refused or failed' }),
    changes: t.field({
      type: 'JSON',
      description:
        'Changed fields, in the form {field: [before, after]}. Never contains secrets, codes or passwords.',
      resolve: changesOf,
    }),
    names: t.field({
      type: 'JSON',
      description:
        'Current names of the accounts, organizations and devices that this entry refers to, in the form {id: name}. Names that the viewer cannot see are omitted.',
      resolve: (event, _args, context) =>
        namesOf(context, event, { targetId: targetOf(event, context), changes: changesOf(event) }),
    }),
  }),
})
