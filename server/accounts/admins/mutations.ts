import { AppError } from '../../core/errors.ts'
import { boolean, id } from '../../core/input.ts'
import { mutation } from '../../core/operation.ts'
import { sendNotice } from '../register.ts'
import { hasOtherAdmin, saveAdmin } from '../status/store.ts'
import { lockAmongAdmins, ofAccount } from '../target.ts'
import { Operator } from '../types.ts'

mutation({
  name: 'setAdmin',
  description:
    'Appoints or removes a platform administrator and notifies both people. Administrators can remove themselves; CONFLICT if no other enabled administrator remains. Access: admin.',
  can: 'ACCOUNT_APPOINT',
  effects: ['PLATFORM_PERMISSIONS'],
  input: { admin: boolean(), operatorId: id() },
  returns: Operator,
  // If the account is an administrator, lock all administrators. If two of them remove each other at once,
  // the second call then finds that its caller is no longer an administrator.
  target: (tx, input, viewer) => lockAmongAdmins(tx, input.operatorId, viewer),

  async run({ tx, context: { services, request }, viewer, input: { admin }, target: account }) {
    const own = account.id === viewer.accountId
    if (account.admin === admin) return account
    // At least one administrator must remain. If the caller removes another administrator, the caller
    // remains. Callers who give up their own role need another administrator, whose row is locked so that
    // this stays true until commit.
    if (own && !(await hasOtherAdmin(tx, account.id)))
      throw new AppError('CONFLICT', { message: ['admin.last'] })
    if (admin && !account.enabled) throw new AppError('CONFLICT', { message: ['member.disabled'] })
    const template = admin ? 'admin.appointed' : 'admin.dismissed'
    await services.sendMessage(tx, { accountId: account.id, template, params: {} })
    if (!own)
      await services.sendMessage(tx, {
        accountId: viewer.accountId,
        template,
        params: { account: account.name },
        personId: account.id,
      })
    await sendNotice({ tx, services, request }, account, template)
    return saveAdmin(tx, account, admin)
  },

  audit: ({ target, result }) => ({ ...ofAccount(target), changes: { admin: [target.admin, result.admin] } }),
})
