import type { Terms as Texts } from '../../../contract/legal.ts'
import { builder } from '../../core/builder.ts'
import { AppError } from '../../core/errors.ts'
import { opaque } from '../../core/input.ts'
import { batched } from '../../core/loader.ts'
import { mutation } from '../../core/operation.ts'
import { lockOwn } from '../target.ts'
import { Auth } from '../types.ts'
import { type AgreementRow, documents, keepAgreement, listAgreements } from './store.ts'

const names = ['TERMS', 'PRIVACY'] as const

const AgreementDocument = builder.enumType('AgreementDocument', {
  description: 'TERMS: the user agreement, PRIVACY: the privacy policy',
  values: names,
})

const Agreement = builder.objectRef<AgreementRow>('Agreement').implement({
  description: 'That an account has agreed to a version of the terms or the privacy policy',
  fields: (t) => ({
    document: t.field({
      type: AgreementDocument,
      resolve: ({ document }) => document.toUpperCase() as (typeof names)[number],
    }),
    version: t.exposeString('version'),
    dateTime: t.expose('given_at', { type: 'DateTime', description: 'when first' }),
  }),
})

interface Asked extends Texts {
  /** Another version was agreed to. */
  changed: boolean
}

const Terms = builder.objectRef<Asked>('Terms').implement({
  description: 'The terms and the privacy policy that are to be agreed to',
  fields: (t) => ({
    version: t.exposeString('version'),
    changed: t.exposeBoolean('changed', { description: 'an earlier version was agreed to' }),
    termsUrl: t.exposeString('termsUrl', { nullable: true, description: 'null: /terms of the console' }),
    privacyUrl: t.exposeString('privacyUrl', {
      nullable: true,
      description: 'null: /privacy of the console',
    }),
  }),
})

const loadAgreements = batched<AgreementRow[]>(
  'agreement',
  (context, accountIds) => listAgreements(context.db.query, accountIds),
  [],
)

/** Ids of accounts that have agreed to the current terms. An agreement is never withdrawn, so it is read only once. */
const agreedTo = new WeakMap<Texts, Set<string>>()
const cacheSize = 10_000

builder.objectField(Auth, 'agreements', (t) =>
  t.field({
    type: [Agreement],
    description:
      'which versions of the terms and the privacy policy this account has agreed to, latest first',
    resolve: (account, _args, context) => loadAgreements(context, account.id),
  }),
)

builder.objectField(Auth, 'termsToAgree', (t) =>
  t.field({
    type: Terms,
    nullable: true,
    description:
      'what the console asks consent for before it goes on; null once the present version was agreed to. No call is refused without it',
    resolve: async (account, _args, context) => {
      const { terms } = context.services
      const known = agreedTo.get(terms) ?? new Set()
      if (known.has(account.id)) return null
      const agreed = await loadAgreements(context, account.id)
      const present = agreed.filter(({ version }) => version === terms.version)
      if (present.length < documents.length) return { ...terms, changed: agreed.length > 0 }
      if (known.size >= cacheSize) known.clear()
      agreedTo.set(terms, known.add(account.id))
      return null
    },
  }),
)

mutation({
  name: 'agreeToTerms',
  description:
    'keeps that oneself agrees to this version of the terms and the privacy policy; CONFLICT where it is not the present one. who: signed in',
  can: 'ACCOUNT_OWN',
  effects: [],
  whileLocked: ['FACTOR_REQUIRED'],
  input: { version: opaque(32) },
  returns: Auth,
  target: lockOwn,

  async run({ tx, context: { services, request }, input: { version }, target: account }) {
    if (version !== services.terms.version) throw new AppError('CONFLICT', { message: ['terms.changed'] })
    await keepAgreement(tx, services.terms, { accountId: account.id, version, ip: request.ip })
    return account
  },

  // keepAgreement has written it where there was none: a sign-in that agrees is no call of this mutation.
  audit: () => [],
})
