import {
  defaultFieldResolver,
  type GraphQLSchema,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { countLists } from './core/budget.ts'
import { builder, schemaDirectives } from './core/builder.ts'
import { viewerOf } from './core/context.ts'
import './sessions/mutations.ts'
import './areas/queries.ts'
import './notifications/messages.fields.ts'
import './accounts/queries.ts'
import './accounts/mutations.ts'
import './accounts/create.ts'
import './accounts/administration.ts'
import './accounts/status/mutations.ts'
import './accounts/admins/mutations.ts'
import './accounts/agreements/fields.ts'
import './accounts/closing/mutations.ts'
import './accounts/sms/queries.ts'
import './accounts/viewer-can.ts'
import './factors/mutations.ts'
import './factors/reset/types.ts'
import './factors/reset/mutations.ts'
import './factors/totp.mutations.ts'
import './factors/passkey.mutations.ts'
import './factors/reauthenticate.ts'
import './tenants/types.ts'
import './tenants/viewer-can.ts'
import './tenants/queries.ts'
import './tenants/export.ts'
import './certification/mutations.ts'
import './certification/review-queue.ts'
import './certification/review-time.ts'
import './certification/documents/types.ts'
import './certification/documents/mutations.ts'
import './tenants/administration.ts'
import './tenants/update.ts'
import './tenants/factor-demand.ts'
import './tenants/expiry/extend.ts'
import './events/queries.ts'
import './events/webhooks/queries.ts'
import './events/webhooks/mutations.ts'
import './members/types.ts'
import './members/queries.ts'
import './members/chosen.ts'
import './members/export.ts'
import './members/import/index.ts'
import './members/invitations.ts'
import './members/membership.ts'
import './members/managers.ts'
import './members/permissions.ts'
import './members/restore.ts'
import './views/queries.ts'
import './views/mutations.ts'
import './applications/queries.ts'
import './applications/mutations.ts'
import './applications/consents.ts'
import './applications/usage/queries.ts'
import './applications/service-accounts/queries.ts'
import './applications/service-accounts/mutations.ts'
import './devices/queries.ts'
import './devices/figures.ts'
import './workplace/checklist/fields.ts'
import './workplace/history.ts'
import './workplace/spread.ts'
import './devices/refusals/queries.ts'
import './devices/samples/queries.ts'
import './devices/export.ts'
import './devices/import/index.ts'
import './devices/save.ts'
import './devices/mutations.ts'
import './devices/config.ts'
import './devices/bulk.ts'
import './devices/credentials/mutations.ts'
import './devices/history.ts'
import './devices/online.ts'
import './devices/subscription.ts'
import './audit/export.ts'
import './audit/queries.ts'
import './identity/mutations.ts'
import './identity/signing-keys.ts'
import './transfer/data-export/fields.ts'

/** Each module adds its own fields by being imported. */
export const schema = closeToServices(
  countLists(builder.toSchema({ sortSchema: false, directives: schemaDirectives })),
  // What its token says of it, too.
  { Tenant: ['id', 'name'] },
)

/** What contract/schema.graphql holds; sorted, so that it does not depend on the order of imports. */
export const printed = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`

/**
 * Devices and events lead on to what a service account may not read: of these types it reads the fields that are named,
 * and whoever comes by another is told FORBIDDEN.
 */
function closeToServices(schema: GraphQLSchema, open: Record<string, readonly string[]>): GraphQLSchema {
  for (const [name, fields] of Object.entries(open)) {
    const type = schema.getType(name)
    if (!isObjectType(type)) throw new Error(`no type ${name}`)
    for (const field of Object.values(type.getFields())) {
      if (fields.includes(field.name)) continue
      const { resolve = defaultFieldResolver } = field
      field.resolve = (parent, args, context, info) => {
        viewerOf(context)
        return resolve(parent, args, context, info)
      }
    }
  }
  return schema
}
