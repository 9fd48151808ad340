import { limits } from '../../../contract/limits.ts'
import { mayRemoveFactors } from '../../accounts/target.ts'
import { Auth, loadAccount, Operator } from '../../accounts/types.ts'
import { builder } from '../../core/builder.ts'
import { viewerOf } from '../../core/context.ts'
import { batched } from '../../core/loader.ts'
import { loadFactors } from '../types.ts'
import { findResets, type ResetRow } from './store.ts'

const loadReset = batched<ResetRow | null>(
  'factorReset',
  (context, accountIds) => findResets(context.db.query, accountIds),
  null,
)

/** Returns the time when the factors will be removed, or null if the request has not been confirmed. */
const removal = ({ confirmed_at }: ResetRow): Date | null =>
  confirmed_at && new Date(confirmed_at.getTime() + limits.factor.reset.wait * 1_000)

const FactorReset = builder.objectRef<ResetRow>('FactorReset').implement({
  description: 'A request to remove every second factor of an account',
  fields: (t) => ({
    askedBy: t.field({
      type: Operator,
      nullable: true,
      resolve: ({ asked_by }, _args, context) => loadAccount(context, asked_by),
    }),
    askedDateTime: t.expose('asked_at', { type: 'DateTime' }),
    confirmedBy: t.field({
      type: Operator,
      nullable: true,
      resolve: ({ confirmed_by }, _args, context) =>
        confirmed_by ? loadAccount(context, confirmed_by) : null,
    }),
    removalDateTime: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the factors will be removed; null until another person confirms the request',
      resolve: removal,
    }),
    viewerAsked: t.boolean({
      description: 'Whether the viewer made the request, which another person must confirm',
      resolve: ({ asked_by }, _args, context) => asked_by === viewerOf(context).accountId,
    }),
  }),
})

interface State {
  has: boolean
  reset: ResetRow | null
}

const FactorState = builder.objectRef<State>('FactorState').implement({
  description: 'Second-factor status of an account, for people who can remove the factors',
  fields: (t) => ({
    has: t.exposeBoolean('has', { description: 'Whether the account has a second factor' }),
    reset: t.field({ type: FactorReset, nullable: true, resolve: ({ reset }) => reset }),
  }),
})

builder.objectField(Operator, 'factorState', (t) =>
  t.field({
    type: FactorState,
    nullable: true,
    description:
      "Second-factor status of the account; null for the viewer's own account and if the viewer cannot remove the factors",
    resolve: async (account, _args, context) => {
      const viewer = viewerOf(context)
      if (account.id === viewer.accountId || !mayRemoveFactors(viewer, account)) return null
      const [factors, reset] = await Promise.all([
        loadFactors(context, account.id),
        loadReset(context, account.id),
      ])
      return { has: factors.length > 0, reset }
    },
  }),
)

builder.objectField(Auth, 'factorRemoval', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When every second factor of the account will be removed, unless withdrawFactorReset is called first; null if no removal is pending',
    resolve: async ({ id }, _args, context) => {
      const reset = await loadReset(context, id)
      return reset && removal(reset)
    },
  }),
)
