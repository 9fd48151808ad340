import { identitySourceKinds } from '../../../contract/identity-sources.ts'
import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import type { Context } from '../../core/context.ts'
import { AppError, badInput } from '../../core/errors.ts'
import { isId } from '../../core/id.ts'
import { type InputOf, id, oneOf, opaque, optional } from '../../core/input.ts'
import { mutation } from '../../core/operation.ts'
import type { Check, ProviderSettings } from '../broker/provider.ts'
import { checkIssuer, defaultScopes, ofSource } from './rules.ts'
import { findSources, recordSuccess, type SourceRow, settingsOf } from './store.ts'
import { IdentitySourceCheck, IdentitySourceKindType } from './types.ts'

const { clientId, clientSecret, issuer, agentId } = limits.identitySources

const input = () => ({
  id: optional(id()),
  kind: optional(oneOf(IdentitySourceKindType, identitySourceKinds)),
  clientId: optional(opaque(clientId)),
  clientSecret: optional(opaque(clientSecret)),
  issuer: optional(opaque(issuer)),
  agentId: optional(opaque(agentId)),
})

type Input = InputOf<ReturnType<typeof input>>

/** Returns the stored settings, overridden by the input. Throws NOT_FOUND or BAD_INPUT. */
async function settingsFor({ db }: Context, given: Input): Promise<ProviderSettings> {
  const stored = await storedSettings(db.query, given)
  const kind = stored?.kind ?? given.kind
  if (!kind) throw badInput({ kind: ['field.required'] })
  // A stored secret must be sent only to the address for which it was stored.
  if (stored && given.issuer != null && given.clientSecret == null && stored.issuer !== given.issuer)
    throw badInput({ clientSecret: ['field.required'] })
  const needed = (name: 'clientId' | 'clientSecret' | 'agentId', value: string | null | undefined) => {
    if (!value) throw badInput({ [name]: ['field.required'] })
    return value.trim()
  }
  return {
    ...{ id: null, kind, scopes: defaultScopes },
    clientId: needed('clientId', given.clientId ?? stored?.clientId),
    clientSecret: needed('clientSecret', given.clientSecret ?? stored?.clientSecret),
    issuer: checkIssuer(kind, given.issuer ?? stored?.issuer),
    agentId: kind === 'WECOM' ? needed('agentId', given.agentId ?? stored?.agentId) : null,
  }
}

async function storedSettings(query: Context['db']['query'], given: Input): Promise<ProviderSettings | null> {
  if (given.id == null) return null
  const row = await findStored(query, given.id)
  if (!row) throw new AppError('NOT_FOUND')
  return settingsOf(query, row)
}

const findStored = async (query: Context['db']['query'], name: string): Promise<SourceRow | undefined> =>
  isId(name) ? (await findSources(query, [name.toLowerCase()])).get(name.toLowerCase()) : undefined

/** Whether exactly the stored settings were tested. */
const isStored = ({ id: _id, ...overrides }: Input): boolean =>
  Object.values(overrides).every((value) => value == null)

mutation({
  name: 'testIdentitySource',
  description:
    'Tests the connection to a provider, with the settings of a stored source, the given settings, or both. With `id`, the given settings override the stored ones. A failed step returns its error. Access: admin.',
  can: 'IDENTITY_SOURCE_MANAGE',
  effects: ['IDENTITY_SOURCES'],
  input: input(),
  returns: [IdentitySourceCheck],

  async prepare({ context, input: given }): Promise<Check[]> {
    const checks = await context.services.identity.sources.check(await settingsFor(context, given))
    const failed = checks.some(({ status }) => status === 'FAILED')
    if (given.id != null && isStored(given) && !failed)
      await recordSuccess(context.db.query, required(await findStored(context.db.query, given.id), 'source'))
    return checks
  },

  target: async (_tx, given) => ({ row: { id: given.id ?? null } }),
  run: async ({ prepared }) => prepared,
  audit: ({ target }) => ({ ...ofSource({ id: target.id as string }), changes: {} }),
})
