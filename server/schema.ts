import { lexicographicSortSchema, printSchema } from 'graphql'
import { builder, schemaDirectives } from './core/builder.ts'
import './sessions/mutations.ts'
import './areas/queries.ts'
import './notifications/messages.fields.ts'
import './accounts/queries.ts'
import './accounts/mutations.ts'
import './accounts/create.ts'
import './tenants/types.ts'
import './tenants/viewer-can.ts'
import './tenants/queries.ts'
import './tenants/applications.ts'
import './tenants/desk.ts'
import './tenants/administration.ts'
import './tenants/update.ts'
import './members/types.ts'
import './members/queries.ts'
import './members/invitations.ts'
import './members/membership.ts'
import './members/permissions.ts'
import './devices/queries.ts'
import './devices/save.ts'
import './devices/mutations.ts'
import './devices/bulk.ts'
import './devices/credentials.ts'
import './devices/history.ts'
import './devices/subscription.ts'
import './identity/mutations.ts'

/** Each module adds its own fields by being imported. */
export const schema = builder.toSchema({ sortSchema: false, directives: schemaDirectives })

/** What contract/schema.graphql holds; sorted, so that it does not depend on the order of imports. */
export const printed = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`
