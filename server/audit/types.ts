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

/** What a viewer who may not see all of an event still knows of it: itself, and the organization. */
const targetOf = (event: EventRow, context: Context): string | null => {
  const { visibility, target_id: id } = event
  return visibility.changes || id === viewerOf(context).accountId || id === event.tenant_id ? id : null
}

const changesOf = ({ visibility, changes, tenant_id }: EventRow): unknown =>
  visibility.changes ? withoutOtherTenants(changes, tenant_id, visibility.tenants) : {}

/** The IP addresses of those who run the platform are not for an organization. */
async function seesIp({ visibility, actor_id }: EventRow, context: Context): Promise<boolean> {
  if (!visibility.ip || visibility.platformIp || !actor_id) return visibility.ip
  const actor = await loadAccount(context, actor_id)
  return actor !== null && !actor.admin && actor.auth_codes.length === 0
}

AuditEvent.implement({
  description:
    "One change to an account, organization, device or sign-in; never edited, never deleted by the product's users. Who reads it as the account that it is about sees who did it only while it belongs to that organization, and what it did to others only while it runs it",
  fields: (t) => ({
    id: t.exposeID('id'),
    dateTime: t.expose('date_time', { type: 'DateTime' }),
    actor: t.field({
      type: Operator,
      nullable: true,
      description: 'null for what nobody signed in did, a failed sign-in for example',
      resolve: ({ visibility, actor_id }, _args, context) =>
        visibility.actor && actor_id ? loadAccount(context, actor_id) : null,
    }),
    actorHidden: t.boolean({
      description: 'somebody did it whom the viewer may not see',
      resolve: ({ visibility, actor_id, application_id }) =>
        (actor_id ?? application_id) !== null && !visibility.actor,
    }),
    application: t.field({
      type: Application,
      nullable: true,
      description: 'the program that did it, where it was one; null once that is deleted',
      resolve: ({ visibility, application_id }, _args, context) =>
        visibility.actor && application_id ? loadApplication(context, application_id) : null,
    }),
    applicationId: t.id({
      nullable: true,
      description: 'of the program that did it, deleted or not',
      resolve: ({ visibility, application_id }) => (visibility.actor ? application_id : null),
    }),
    action: t.exposeString('action', {
      description:
        "the operation's name in this contract, tenant.confirm style names are not used: ConfirmTenant, SignIn, …",
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
    success: t.exposeBoolean('success', { description: 'false where it was refused or failed' }),
    changes: t.field({
      type: 'JSON',
      description: 'what changed: {field: [before, after]}; no secret, no code, no password is ever in it',
      resolve: changesOf,
    }),
    names: t.field({
      type: 'JSON',
      description:
        'what the accounts, organizations and devices of this event are called now, as far as the viewer may see them: {id: name}',
      resolve: (event, _args, context) =>
        namesOf(context, event, { targetId: targetOf(event, context), changes: changesOf(event) }),
    }),
  }),
})
