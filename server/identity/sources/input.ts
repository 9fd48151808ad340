import * as v from 'valibot'
import { firstSignIns } from '../../../contract/identity-sources.ts'
import { limits } from '../../../contract/limits.ts'
import { palgoRoles } from '../../../contract/states.ts'
import { builder } from '../../core/builder.ts'
import { encodeMessage, object, opaqueSchema } from '../../core/input.ts'
import { PalgoRoleType } from '../../members/types.ts'
import { FirstSignInType } from './types.ts'

const { key, agentId, scopes, scope } = limits.identitySources

const IdentitySourceInput = builder.inputType('IdentitySourceInput', {
  description:
    'Settings of an identity source. Omitted and null fields stay unchanged; in a new source, they get their default.',
  fields: (t) => ({
    key: t.string({
      description: 'Name in URLs, of a to z, 0 to 9 and hyphens. Only for a new source; defaults to its id.',
    }),
    icon: t.string({ description: 'Path returned by POST /api/icons; empty for the default icon' }),
    agentId: t.string({ description: 'AgentId of the WeCom application' }),
    scopes: t.stringList({
      description: 'Scopes of an OpenID provider, by default profile, email and phone',
    }),
    firstSignIn: t.field({ type: FirstSignInType, description: 'PHONE by default' }),
    tenantIds: t.idList({
      description: 'Organizations whose members can use the source; empty for everyone',
    }),
    accountTenantId: t.id({ description: 'Organization that created accounts join; empty for none' }),
    accountRoles: t.field({ type: [PalgoRoleType] }),
    accountAuthCodes: t.stringList(),
    trustFactor: t.boolean({
      description: 'Whether a second factor that an OpenID provider reports replaces that of Reeve',
    }),
  }),
})

const unique = <T>(values: T[]): T[] => [...new Set(values)]
const listSchema = <T>(schema: v.GenericSchema<unknown, T>, max: number) =>
  v.pipe(v.array(schema), v.transform(unique), v.maxLength(max, encodeMessage('field.tooMany', { max })))

const idSchema = v.pipe(
  opaqueSchema(128),
  v.transform((value) => value.toLowerCase()),
)

const inputSchema = v.object({
  key: v.nullish(
    v.pipe(
      opaqueSchema(64),
      v.regex(
        new RegExp(`^(?=.{${key.min},${key.max}}$)[a-z0-9]+(-[a-z0-9]+)*$`),
        encodeMessage('source.key'),
      ),
    ),
  ),
  icon: v.nullish(
    v.union(
      [
        v.literal(''),
        v.pipe(
          opaqueSchema(limits.application.address),
          v.regex(/^\/api\/icons\/[\da-f]{64}$/),
          v.transform((address) => address.slice(-64)),
        ),
      ],
      encodeMessage('application.iconGone'),
    ),
  ),
  agentId: v.nullish(opaqueSchema(agentId)),
  scopes: v.nullish(
    listSchema(
      v.pipe(opaqueSchema(scope), v.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, encodeMessage('application.scope'))),
      scopes,
    ),
  ),
  firstSignIn: v.nullish(v.picklist(firstSignIns)),
  tenantIds: v.nullish(listSchema(idSchema, limits.application.tenants)),
  accountTenantId: v.nullish(v.union([v.literal(''), idSchema])),
  accountRoles: v.nullish(listSchema(v.picklist(palgoRoles), 20)),
  accountAuthCodes: v.nullish(listSchema(opaqueSchema(64), 200)),
  trustFactor: v.nullish(v.boolean()),
})

export type SourceInput = v.InferOutput<typeof inputSchema>

export const details = () => object<SourceInput>(IdentitySourceInput, inputSchema)
