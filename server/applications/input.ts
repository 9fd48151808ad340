import * as v from 'valibot'
import { groupLimits, isGroupsTemplate, placeholderNames } from '../../contract/claims/groups.ts'
import { limits } from '../../contract/limits.ts'
import { signingAlgorithms } from '../../contract/states.ts'
import { builder } from '../core/builder.ts'
import { encodeMessage, type Field, listOf, object, opaqueSchema } from '../core/input.ts'
import { asymmetricKeys } from './jwks.ts'
import { isPrivateUse } from './rules.ts'

const { addresses, address: longest, scopes, scope: longestScope, resources, tenants } = limits.application

const loopback = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Parses an https URL, or an http URL of a loopback address. Returns null for other URLs, because an
 * authorization code could be intercepted there.
 */
function parseAddress(value: string): URL | null {
  const url = URL.parse(value)
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.includes(url.hostname))
  // Redirect URIs are compared as strings, so only the normalized form is accepted. A URL without a path can
  // omit the trailing slash.
  const exact = url && (url.href === value || url.href === `${value}/`)
  if (!safe || !exact || url.username || url.password || value.includes('#') || value.includes('*'))
    return null
  return url
}

const trimmed = v.pipe(
  opaqueSchema(longest),
  v.transform((value) => value.trim()),
)

/** Also accepts private-use schemes, which rules.ts restricts to native applications. */
const redirectSchema = v.pipe(
  trimmed,
  v.check(
    (value) => parseAddress(value) !== null || isPrivateAddress(value),
    encodeMessage('application.address'),
  ),
)

const addressSchema = v.pipe(
  trimmed,
  v.check((value) => parseAddress(value) !== null, encodeMessage('application.address')),
)

const isPrivateAddress = (value: string): boolean =>
  isPrivateUse(value) && URL.parse(value)?.href === value && !/[#*]/.test(value)

/** URL of a page for users, such as the privacy policy. */
const pageSchema = v.pipe(
  trimmed,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const url = URL.parse(dataset.value)
    if (url?.protocol === 'https:' && !url.username && !url.password && url.href.length <= longest)
      return url.href
    addIssue({ message: encodeMessage('application.page') })
    return NEVER
  }),
)

/** Accepts the icon path that POST /api/icons returns, and outputs the hash in the path. */
const iconSchema = v.pipe(
  opaqueSchema(longest),
  v.regex(/^\/api\/icons\/[\da-f]{64}$/, encodeMessage('application.iconGone')),
  v.transform((address) => address.slice(-64)),
)

const originSchema = v.pipe(
  trimmed,
  v.check((value) => parseAddress(value)?.origin === value, encodeMessage('application.origin')),
)

/** Scope syntax of RFC 6749, section 3.3. */
const scopeSchema = v.pipe(
  opaqueSchema(longestScope),
  v.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, encodeMessage('application.scope')),
)

const jwksSchema = v.pipe(
  v.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const keys = asymmetricKeys(dataset.value)
    if (Array.isArray(keys)) return { keys }
    addIssue({ message: encodeMessage(keys) })
    return NEVER
  }),
)

/** Returns a schema for a list. The schema removes duplicates and preserves the order. */
const setOf = <T>(schema: v.GenericSchema<unknown, T>, max: number) =>
  v.pipe(
    v.array(schema),
    v.transform((values) => [...new Set(values)]),
    v.maxLength(max, encodeMessage('field.tooMany', { max })),
  )

const groupsTemplateSchema = v.pipe(
  opaqueSchema(groupLimits.template),
  v.transform((value) => value.trim()),
  v.check(
    isGroupsTemplate,
    encodeMessage('application.groupsTemplate', { lines: groupLimits.lines, names: placeholderNames }),
  ),
  v.transform((value) => value || null),
)

const ApplicationInput = builder.inputType('ApplicationInput', {
  fields: (t) => ({
    backchannelLogoutUri: t.string(),
    groupsTemplate: t.string({
      description:
        'Template of the `groups` claim, one group per line. Placeholders: {organization}, {organization_id}, {role} and {code}. null omits the claim.',
    }),
    icon: t.string({ description: 'Path of the icon, as returned by POST /api/icons' }),
    jwks: t.field({
      type: 'JSON',
      description: 'JSON Web Key Set with the public keys for private_key_jwt client authentication',
    }),
    origins: t.stringList({ description: 'Origins of a single-page application that are allowed by CORS' }),
    policyUri: t.string({ description: 'https URL of the privacy policy' }),
    requirePkce: t.boolean({
      description: 'Whether a confidential client must use PKCE. Public clients must always use it.',
    }),
    resources: t.stringList({
      description: 'Resource indicators (RFC 8707) that clients can request as the audience of a token',
    }),
    scopes: t.stringList(),
    signingAlg: t.string({
      description:
        'Algorithm of ID tokens, logout tokens and JWT access tokens: RS256 (the default) or ES256',
    }),
    tenantIds: t.idList({
      description: 'Organizations whose members can use the application; empty if everyone can',
    }),
    tosUri: t.string({ description: 'https URL of the terms of service' }),
  }),
})

const inputSchema = v.object({
  backchannelLogoutUri: v.nullish(addressSchema),
  groupsTemplate: v.nullish(groupsTemplateSchema),
  icon: v.nullish(iconSchema),
  jwks: v.nullish(jwksSchema),
  origins: v.nullish(setOf(originSchema, addresses)),
  policyUri: v.nullish(pageSchema),
  requirePkce: v.nullish(v.boolean()),
  resources: v.nullish(setOf(addressSchema, resources)),
  scopes: v.nullish(setOf(scopeSchema, scopes)),
  signingAlg: v.nullish(v.picklist(signingAlgorithms, encodeMessage('application.signingAlg'))),
  tenantIds: v.nullish(setOf(opaqueSchema(128), tenants)),
  tosUri: v.nullish(pageSchema),
})

export type ApplicationValues = v.InferOutput<typeof inputSchema>

export const details = () => object<ApplicationValues>(ApplicationInput, inputSchema)

export const addressList = (): Field<string[]> => {
  const list = listOf({ type: 'String', list: false, required: true, schema: redirectSchema }, addresses)
  return { ...list, schema: setOf(redirectSchema, addresses) }
}
