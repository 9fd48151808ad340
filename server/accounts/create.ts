import { limits } from '../../contract/limits.ts'
import type { Services } from '../core/context.ts'
import { newId } from '../core/id.ts'
import { opaque, text } from '../core/input.ts'
import { mutation } from '../core/operation.ts'
import type { Tx } from '../db/open.ts'
import { hashPassword } from './passwords/hash.ts'
import { checkNewPassword, type PersonalWords } from './passwords/rules.ts'
import { maskPhone, phoneField, phoneSpellings } from './phones/phone.ts'
import { type AccountRow, insertAccount } from './store.ts'
import { Operator } from './types.ts'

export const newAccountInput = () => ({
  mobilePhone: phoneField(),
  password: opaque(1_024),
  nickName: text(limits.name),
})

interface NewAccount {
  mobilePhone: string
  password: string
  nickName: string
}

/**
 * Checks and hashes the password. Runs before the transaction, because hashing is slow. Throws BAD_INPUT if
 * the password breaks a rule.
 */
export async function prepareAccount(
  { mobilePhone, password, nickName }: NewAccount,
  more: PersonalWords = [],
): Promise<string> {
  await checkNewPassword('password', password, [nickName, ...phoneSpellings(mobilePhone), ...more])
  return hashPassword(password)
}

/**
 * Creates an account with its personal organization. The owner must choose a new password at the first
 * sign-in, because the creator of the account knows the current password.
 */
export async function createAccount(
  tx: Tx,
  services: Services,
  { mobilePhone, nickName: name }: NewAccount,
  passwordHash: string,
): Promise<AccountRow> {
  const id = newId()
  const account = await insertAccount(tx, {
    id,
    name,
    mobilePhone,
    passwordHash,
    passwordChangeRequired: true,
    staff: true,
  })
  await services.openPersonalTenant(tx, { id, name })
  return account
}

mutation({
  name: 'createOperator',
  description:
    'Creates an account. Its user must change the password at the first sign-in. Access: admin, account_management.',
  can: 'ACCOUNT_CREATE',
  effects: [],
  input: newAccountInput(),
  returns: Operator,
  prepare: ({ input }) => prepareAccount(input),
  target: async (_tx, _input, viewer) => ({ row: viewer }),
  run: ({ tx, context: { services }, input, prepared }) => createAccount(tx, services, input, prepared),

  audit: ({ result }) => ({
    tenantId: result.id,
    targetType: 'account',
    targetId: result.id,
    changes: {
      name: [null, result.name],
      mobilePhone: [null, result.mobile_phone && maskPhone(result.mobile_phone)],
    },
  }),
})
