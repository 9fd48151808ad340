import type { AccountRow } from '../../accounts/store.ts'
import { lockOwn, lockTarget, ofAccount } from '../../accounts/target.ts'
import { builder } from '../../core/builder.ts'
import { AppError } from '../../core/errors.ts'
import { isId } from '../../core/id.ts'
import { id } from '../../core/input.ts'
import { mutation, type Target } from '../../core/operation.ts'
import { may, type Viewer } from '../../core/viewer.ts'
import type { Tx } from '../../db/open.ts'
import {
  deleteIdentity,
  findIdentityById,
  findOwnIdentity,
  hasOtherSignIn,
  type IdentityRow,
} from './identities.store.ts'
import { notifyIdentityChanged } from './notify.ts'
import { findSource, findSources, type SourceRow } from './store.ts'

const IdentityLink = builder.objectRef<{ url: string }>('IdentityLink').implement({
  description: 'The next step to link an identity',
  fields: (t) => ({
    url: t.exposeString('url', {
      description: 'URL that the browser must open within ten minutes. It works only in the current session.',
    }),
  }),
})

interface OwnLink {
  account: AccountRow
  source: SourceRow
}

mutation({
  name: 'linkIdentity',
  description:
    "Begins to link an identity of a source to the caller's account. The browser of the caller's session then opens the returned URL, signs in at the provider and returns to the account page. `sourceId`: id or key. Access: signed-in users.",
  can: 'ACCOUNT_OWN',
  effects: ['OWN_CREDENTIALS'],
  input: { sourceId: id() },
  returns: IdentityLink,

  async target(tx, input, viewer): Promise<Target<OwnLink> | null> {
    const own = await lockOwn(tx, input, viewer)
    const source = await findSource(tx, input.sourceId)
    return own && source ? { row: { account: own.row, source }, relations: ['self'] } : null
  },

  async run({ tx, context: { services }, viewer, target: { source } }) {
    if (!source.enabled) throw new AppError('CONFLICT', { message: ['identity.disabled'] })
    return { url: await services.identity.sources.beginLink(tx, source, viewer) }
  },

  // The identity is linked, and the link recorded in the audit log, when the provider responds.
  audit: ({ target: { account } }) => ({ ...ofAccount(account), changes: {} }),
})

interface Linked {
  account: AccountRow
  identity: IdentityRow
  source: SourceRow
}

async function lockIdentity(tx: Tx, input: { id: string }, viewer: Viewer): Promise<Target<Linked> | null> {
  const id = input.id.toLowerCase()
  const accountId = isId(id) ? (await findIdentityById(tx, id))?.account_id : undefined
  if (!accountId || (accountId !== viewer.accountId && !may(viewer, 'IDENTITY_READ'))) return null
  const account = await lockTarget(tx, accountId, viewer)
  // Read again, because another call may have unlinked the identity before the account was locked.
  const identity = await findOwnIdentity(tx, accountId, id)
  const source = identity && (await findSources(tx, [identity.source_id])).get(identity.source_id)
  return account && source ? { ...account, row: { account: account.row, identity, source } } : null
}

mutation({
  name: 'unlinkIdentity',
  description:
    'Unlinks an identity from an account and ends the sessions that were opened with it, except the current one. CONFLICT if no other way to sign in is left. Access: the account itself; admin and account_management for other accounts.',
  can: 'ACCOUNT_UNLINK',
  effects: ({ viewer, target }) => [
    target.account.id === viewer.accountId ? 'OWN_CREDENTIALS' : 'CREDENTIALS',
  ],
  input: { id: id() },
  returns: 'Boolean',
  target: lockIdentity,

  async run({ tx, context: { services, request }, viewer, target: { account, identity, source } }) {
    if (!(await hasOtherSignIn(tx, identity))) throw new AppError('CONFLICT', { message: ['identity.last'] })
    await deleteIdentity(tx, identity, viewer.sessionId)
    await notifyIdentityChanged({ tx, services, request }, account, 'identity.unlinked', source.name)
    return true
  },

  audit: ({ target: { account, source } }) => ({
    ...ofAccount(account),
    changes: { identity: [source.name, null] },
  }),
})
