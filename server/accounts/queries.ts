import { AppError } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { id } from '../core/input.ts'
import { query } from '../core/operation.ts'
import { may } from '../core/viewer.ts'
import { Auth, loadAccount, Operator } from './types.ts'

query({
  name: 'auth',
  description: 'Returns the current user. Access: signed-in users.',
  can: 'ACCOUNT_OWN',
  whileLocked: ['PASSWORD_CHANGE_REQUIRED', 'FACTOR_REQUIRED'],
  input: {},
  returns: Auth,
  async run({ context, viewer }) {
    const account = await loadAccount(context, viewer.accountId)
    if (!account) throw new AppError('UNAUTHENTICATED')
    return account
  },
})

query({
  name: 'getOperator',
  description:
    'Returns an account; null if it does not exist or the caller has no access. Access: admin, account_management, security_management.',
  can: 'ACCOUNT_LOOK_UP',
  input: { id: id() },
  returns: Operator,
  nullable: true,
  async run({ context, viewer, input }) {
    if (!isId(input.id) || !may(viewer, 'ACCOUNT_READ')) return null
    const account = await loadAccount(context, input.id.toLowerCase())
    return account?.erased_at ? null : account
  },
})
