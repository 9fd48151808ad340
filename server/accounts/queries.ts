import { AppError } from '../core/errors.ts'
import { query } from '../core/operation.ts'
import { Auth, loadAccount } from './types.ts'

query({
  name: 'auth',
  description: 'the current user; never cached. who: signed in',
  can: 'ACCOUNT_OWN',
  beforePasswordChange: true,
  input: {},
  returns: Auth,
  async run({ context, viewer }) {
    const account = await loadAccount(context, viewer.accountId)
    if (!account) throw new AppError('UNAUTHENTICATED')
    return account
  },
})
