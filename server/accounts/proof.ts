import type { Context } from '../core/context.ts'
import { AppError, badInput } from '../core/errors.ts'
import { type Checked, opaque, optional } from '../core/input.ts'
import { proofOfWorkField } from '../core/proof-of-work/proof-of-work.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { type CheckedCode, checkCode, spendCode } from './codes.ts'
import { type AccountRow, findAccount } from './store.ts'

/** A password is bounded because it is hashed. */
export const passwordField = () => opaque(1_024)
export const codeField = () => opaque(64)

interface Asked {
  context: Context
  viewer: Viewer
  /** The operation that asks. */
  call: string
}

/** What proves who is there: the account's password, or a code to its own phone (purpose `confirm`). */
export const proofInput = () => ({
  password: optional(passwordField()),
  mobilePhoneCode: optional(codeField()),
  proof: proofOfWorkField(),
})

const field = 'mobilePhoneCode'

/**
 * The viewer's account, after its password where one is given; null or undefined: none is. Counted together with the
 * tries at the sign-in, and paid with work as they are: `proof` answers a challenge of this `call`. Throws BAD_INPUT for
 * `field`, RATE_LIMITED, PROOF_REQUIRED.
 */
export async function checkOwnPassword(
  { context, viewer, call }: Asked,
  field: string,
  { password, proof }: { password: string | null | undefined; proof: string | null | undefined },
): Promise<AccountRow> {
  const account = await findAccount(context.db.query, viewer.accountId)
  if (!account) throw new AppError('UNAUTHENTICATED')
  const due = { call, about: account.id, proof }
  if (password != null && !(await context.services.checkPassword(account, password, due, context.request)))
    throw badInput({ [field]: ['password.wrong'] })
  return account
}

/**
 * Whether all that is given is right, and something is. A wrong try stays counted whatever comes after it, so this
 * runs before the transaction. Throws BAD_INPUT, RATE_LIMITED, PROOF_REQUIRED. Answers the code, to be spent by `spendProof`.
 */
export async function checkProof(
  asked: Asked,
  { password, mobilePhoneCode: code, proof }: Checked<ReturnType<typeof proofInput>>,
): Promise<CheckedCode | null> {
  const account = await checkOwnPassword(asked, 'password', { password, proof })
  if (code != null) {
    const target = account.mobile_phone ?? ''
    return checkCode(asked.context.db.query, { target, purpose: 'confirm', code, field })
  }
  if (password == null)
    throw badInput(
      account.password_hash ? { password: ['password.needed'] } : { [field]: ['field.required'] },
    )
  return null
}

/** In the transaction of what the proof allows. Throws BAD_INPUT where the code was used, or the phone moved on. */
export async function spendProof(tx: Tx, account: AccountRow, code: CheckedCode | null): Promise<void> {
  if (!code) return
  if (code.target !== account.mobile_phone) throw badInput({ [field]: ['code.wrong'] })
  await spendCode(tx, code, field)
}
