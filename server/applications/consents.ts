import { Auth } from '../accounts/types.ts'
import { builder } from '../core/builder.ts'
import { isId } from '../core/id.ts'
import { id } from '../core/input.ts'
import { batched } from '../core/loader.ts'
import { mutation } from '../core/operation.ts'
import { type ConsentRow, deleteConsent, findConsent, listConsents } from './consents.store.ts'
import { deleteGrants } from './grants.ts'
import { iconPath } from './rules.ts'

const loadConsents = batched<ConsentRow[]>(
  'consent',
  (context, accountIds) => listConsents(context.db.query, accountIds),
  [],
)

const Consent = builder.objectRef<ConsentRow>('Consent').implement({
  description:
    "An application that the user has consented to, or for which the user's choice of organization is remembered",
  fields: (t) => ({
    applicationId: t.exposeID('applicationId'),
    name: t.exposeString('name', { description: 'Name of the application' }),
    icon: t.string({
      nullable: true,
      description: 'Icon of the application, same as Application.icon',
      resolve: ({ icon }) => iconPath(icon),
    }),
    scopes: t.exposeStringList('scopes'),
    createDateTime: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.objectField(Auth, 'consents', (t) =>
  t.field({
    type: [Consent],
    description: 'Consents that the user has given to applications, newest first, at most 100',
    resolve: (account, _args, context) => loadConsents(context, account.id),
  }),
)

mutation({
  name: 'withdrawConsent',
  description:
    "Withdraws the caller's consent to an application and revokes its tokens immediately. Access: signed-in users.",
  can: 'ACCOUNT_OWN',
  effects: [],
  input: { applicationId: id() },
  returns: 'Boolean',

  async target(tx, { applicationId }, viewer) {
    const found = isId(applicationId) && (await findConsent(tx, viewer.accountId, applicationId))
    return found ? { row: found } : null
  },

  async run({ tx, viewer, input: { applicationId } }) {
    await deleteConsent(tx, viewer.accountId, applicationId)
    await deleteGrants(tx, viewer.accountId, { applicationId })
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
