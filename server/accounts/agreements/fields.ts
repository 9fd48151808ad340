import type { Terms as Texts } from '../../../contract/legal.ts'
import { builder } from '../../core/builder.ts'
import { AppError } from '../../core/errors.ts'
import { opaque } from '../../core/input.ts'
import { batched } from '../../core/loader.ts'
import { mutation } from '../../core/operation.ts'
import { lockOwn } from '../target.ts'
import { Auth } from '../types.ts'
import { type AgreementRow, documents, listAgreements, storeAgreement } from './store.ts'

const names = ['TERMS', 'PRIVACY'] as const

const AgreementDocument = builder.enumType('AgreementDocument', {
  description: 'TERMS is the terms of service, PRIVACY is the privacy policy',
  values: names,
})

const Agreement = builder.objectRef<AgreementRow>('Agreement').implement({
  description: "An account's acceptance of one version of the terms or the privacy policy",
  fields: (t) => ({
    document: t.field({
      type: AgreementDocument,
      resolve: ({ document }) => document.toUpperCase() as (typeof names)[number],
    }),
    version: t.exposeString('version'),
    dateTime: t.expose('given_at', {
      type: 'DateTime',
      description: 'When the account first accepted this version',
    }),
  }),
})

interface PendingTerms extends Texts {
  /**
   * True if the account has accepted an earlier version of the terms and the privacy policy, false if it has
   * accepted none.
   */
  changed: boolean
}

const Terms = builder.objectRef<PendingTerms>('Terms').implement({
  description: 'The current terms and privacy policy, which the user has not accepted yet',
  fields: (t) => ({
    version: t.exposeString('version'),
    changed: t.exposeBoolean('changed', { description: 'Whether the user has accepted an earlier version' }),
    termsUrl: t.exposeString('termsUrl', {
      nullable: true,
      description: 'URL of the terms of service; null if the console serves them at /terms',
    }),
    privacyUrl: t.exposeString('privacyUrl', {
      nullable: true,
      description: 'URL of the privacy policy; null if the console serves it at /privacy',
    }),
  }),
})

const loadAgreements = batched<AgreementRow[]>(
  'agreement',
  (context, accountIds) => listAgreements(context.db.query, accountIds),
  [],
)

/**
 * Cache of the ids of accounts that have accepted the current terms. Acceptance is never withdrawn, so a
 * cached id never becomes invalid.
 */
const acceptedBy = new WeakMap<Texts, Set<string>>()
const cacheSize = 10_000

builder.objectField(Auth, 'agreements', (t) =>
  t.field({
    type: [Agreement],
    description: 'Versions of the terms and the privacy policy that this account has accepted, newest first',
    resolve: (account, _args, context) => loadAgreements(context, account.id),
  }),
)

builder.objectField(Auth, 'termsToAgree', (t) =>
  t.field({
    type: Terms,
    nullable: true,
    description:
      'Terms that the console asks the user to accept; null if the user has accepted the current version. Acceptance is not enforced: calls also succeed without it.',
    resolve: async (account, _args, context) => {
      const { terms } = context.services
      const known = acceptedBy.get(terms) ?? new Set()
      if (known.has(account.id)) return null
      const agreements = await loadAgreements(context, account.id)
      const current = agreements.filter(({ version }) => version === terms.version)
      if (current.length < documents.length) return { ...terms, changed: agreements.length > 0 }
      if (known.size >= cacheSize) known.clear()
      acceptedBy.set(terms, known.add(account.id))
      return null
    },
  }),
)

mutation({
  name: 'agreeToTerms',
  description:
    'Records that the caller accepts this version of the terms and the privacy policy. CONFLICT if `version` is not the current version. Access: signed-in users.',
  can: 'ACCOUNT_OWN',
  effects: [],
  whileLocked: ['FACTOR_REQUIRED'],
  input: { version: opaque(32) },
  returns: Auth,
  target: lockOwn,

  async run({ tx, context: { services, request }, input: { version }, target: account }) {
    if (version !== services.terms.version) throw new AppError('CONFLICT', { message: ['terms.changed'] })
    await storeAgreement(tx, services.terms, { accountId: account.id, version, ip: request.ip })
    return account
  },

  // storeAgreement writes the audit event, because sign-ins and registrations that accept the terms call it
  // too.
  audit: () => [],
})
