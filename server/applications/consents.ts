import { Auth } from '../accounts/types.ts'
import { builder } from '../core/builder.ts'
import { isId } from '../core/id.ts'
import { id } from '../core/input.ts'
import { batched } from '../core/loader.ts'
import { mutation } from '../core/operation.ts'
import { type ConsentRow, dropConsent, findConsent, listConsents } from './consents.store.ts'
import { dropGrants } from './grants.ts'
import { iconPath } from './rules.ts'

const loadConsents = batched<ConsentRow[]>(
  'consent',
  (context, accountIds) => listConsents(context.db.query, accountIds),
  [],
)

const Consent = builder.objectRef<ConsentRow>('Consent').implement({
  description: 'What somebody lets an application know, or the organization that it remembers for them',
  fields: (t) => ({
    applicationId: t.exposeID('applicationId'),
    name: t.exposeString('name', { description: 'of the application' }),
    icon: t.string({
      nullable: true,
      description: 'of the application, as Application.icon',
      resolve: ({ icon }) => iconPath(icon),
    }),
    scopes: t.exposeStringList('scopes'),
    createDateTime: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.objectField(Auth, 'consents', (t) =>
  t.field({
    type: [Consent],
    description: 'the applications that this account has allowed, the latest first, at most 100',
    resolve: (account, _args, context) => loadConsents(context, account.id),
  }),
)

mutation({
  name: 'withdrawConsent',
  description:
    'ends the remembered consent of oneself to an application; its tokens die at once. who: signed in',
  can: 'ACCOUNT_OWN',
  effects: [],
  input: { applicationId: id() },
  returns: 'Boolean',

  async target(tx, { applicationId }, viewer) {
    const found = isId(applicationId) && (await findConsent(tx, viewer.accountId, applicationId))
    return found ? { row: found } : null
  },

  async run({ tx, viewer, input: { applicationId } }) {
    await dropConsent(tx, viewer.accountId, applicationId)
    await dropGrants(tx, viewer.accountId, { applicationId })
    return true
  },

  audit: ({ target, viewer, input }) => ({
    tenantId: viewer.accountId,
    targetType: 'application',
    targetId: input.applicationId,
    changes: { scopes: [target.scopes, null] },
    always: true,
  }),
})
