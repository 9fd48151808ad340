import * as v from 'valibot'
import { limits } from '../../contract/limits.ts'
import { builder } from '../core/builder.ts'
import { type Field, listOf, object, opaqueSchema, say } from '../core/input.ts'
import { asymmetricKeys } from './jwks.ts'

const { addresses, address: longest, scopes, scope: longestScope, resources, tenants } = limits.application

const loopback = ['127.0.0.1', '[::1]', 'localhost']

/** https, or http on the machine itself: what else is sent a code would send it in the open. */
function parseAddress(value: string): URL | null {
  const url = URL.parse(value)
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.includes(url.hostname))
  // The text is what is compared, so it is written as a browser writes it, but for the slash of a bare origin.
  const exact = url && (url.href === value || url.href === `${value}/`)
  if (!safe || !exact || url.username || url.password || value.includes('#') || value.includes('*'))
    return null
  return url
}

const trimmed = v.pipe(
  opaqueSchema(longest),
  v.transform((value) => value.trim()),
)

const addressSchema = v.pipe(
  trimmed,
  v.check((value) => parseAddress(value) !== null, say('application.address')),
)

/** A page that people read. */
const pageSchema = v.pipe(
  trimmed,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const url = URL.parse(dataset.value)
    if (url?.protocol === 'https:' && !url.username && !url.password && url.href.length <= longest)
      return url.href
    addIssue({ message: say('application.page') })
    return NEVER
  }),
)

/** As POST /api/icons answers it; its hash. */
const iconSchema = v.pipe(
  opaqueSchema(longest),
  v.regex(/^\/api\/icons\/[\da-f]{64}$/, say('application.iconGone')),
  v.transform((address) => address.slice(-64)),
)

const originSchema = v.pipe(
  trimmed,
  v.check((value) => parseAddress(value)?.origin === value, say('application.origin')),
)

/** RFC 6749, 3.3. */
const scopeSchema = v.pipe(
  opaqueSchema(longestScope),
  v.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, say('application.scope')),
)

const jwksSchema = v.pipe(
  v.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const keys = asymmetricKeys(dataset.value)
    if (Array.isArray(keys)) return { keys }
    addIssue({ message: say(keys) })
    return NEVER
  }),
)

/** Each once, in the order given. */
const setOf = <T>(schema: v.GenericSchema<unknown, T>, max: number) =>
  v.pipe(
    v.array(schema),
    v.transform((values) => [...new Set(values)]),
    v.maxLength(max, say('field.tooMany', { max })),
  )

const ApplicationInput = builder.inputType('ApplicationInput', {
  fields: (t) => ({
    backchannelLogoutUri: t.string(),
    icon: t.string({ description: 'what POST /api/icons answered' }),
    jwks: t.field({ type: 'JSON', description: 'a JSON Web Key Set for private_key_jwt' }),
    origins: t.stringList({ description: 'of a single page' }),
    policyUri: t.string({ description: 'its privacy policy: https' }),
    resources: t.stringList({ description: 'what a token may be asked for as audience' }),
    scopes: t.stringList(),
    tenantIds: t.idList({ description: 'the organizations whose members may use it; empty: everyone' }),
    tosUri: t.string({ description: 'its terms of service: https' }),
  }),
})

const inputSchema = v.object({
  backchannelLogoutUri: v.nullish(addressSchema),
  icon: v.nullish(iconSchema),
  jwks: v.nullish(jwksSchema),
  origins: v.nullish(setOf(originSchema, addresses)),
  policyUri: v.nullish(pageSchema),
  resources: v.nullish(setOf(addressSchema, resources)),
  scopes: v.nullish(setOf(scopeSchema, scopes)),
  tenantIds: v.nullish(setOf(opaqueSchema(128), tenants)),
  tosUri: v.nullish(pageSchema),
})

export type ApplicationValues = v.InferOutput<typeof inputSchema>

export const details = () => object<ApplicationValues>(ApplicationInput, inputSchema)

export const addressList = (): Field<string[]> => {
  const list = listOf({ type: 'String', list: false, required: true, schema: addressSchema }, addresses)
  return { ...list, schema: setOf(addressSchema, addresses) }
}
