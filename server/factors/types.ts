import { limits } from '../../contract/limits.ts'
import { Auth } from '../accounts/types.ts'
import { builder } from '../core/builder.ts'
import { viewerOf } from '../core/context.ts'
import { batched } from '../core/loader.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { type FactorRow, listFactors } from './store.ts'

const kinds = ['TOTP', 'PASSKEY'] as const

export const FactorKind = builder.enumType('FactorKind', {
  description: 'PASSKEY: a WebAuthn passkey. TOTP: an authenticator app that displays codes.',
  values: kinds,
})

export const Factor = builder.objectRef<FactorRow>('Factor').implement({
  description: 'A second factor of an account',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({ type: FactorKind, resolve: ({ kind }) => kind.toUpperCase() as (typeof kinds)[number] }),
    name: t.exposeString('name'),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    lastUsedDateTime: t.expose('last_used_at', { type: 'DateTime', nullable: true }),
  }),
})

export const loadFactors = batched<FactorRow[]>(
  'factor',
  (context, accountIds) => listFactors(context.db.query, accountIds),
  [],
)

builder.objectField(Auth, 'factors', (t) =>
  t.field({
    type: [Factor],
    description: `Second factors, oldest first, at most ${limits.factor.each}`,
    resolve: (account, _args, context) => loadFactors(context, account.id),
  }),
)

builder.objectField(Auth, 'factorRequired', (t) =>
  t.boolean({
    description:
      'Whether the account must have a second factor but has none. Until one is set up, most calls return FACTOR_REQUIRED, except those needed to set it up.',
    resolve: (_account, _args, context) => viewerOf(context).factorRequired,
  }),
)

builder.objectField(Auth, 'recoveryCodes', (t) =>
  t.int({
    description: 'Number of unused recovery codes',
    resolve: (account, _args, context) => countRecoveryCodes(context.db.query, account.id),
  }),
)
