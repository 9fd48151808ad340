import type { Context } from '../core/context.ts'
import { AppError, badInput } from '../core/errors.ts'
import { type InputOf, opaque, optional } from '../core/input.ts'
import { proofOfWorkField } from '../core/proof-of-work/proof-of-work.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Tx } from '../db/open.ts'
import { type CheckedCode, checkCode, spendCode } from './codes.ts'
import { type AccountRow, findAccount } from './store.ts'

/** The server hashes every password that it receives, so the length is limited. */
export const passwordField = () => opaque(1_024)
export const codeField = () => opaque(64)

interface ProofContext {
  context: Context
  viewer: Viewer
  /**
   * Name of the operation that contains the proof of identity. A proof of work is valid only for this
   * operation.
   */
  call: string
}

/**
 * Arguments that prove the identity of the caller: the password, or a code that was sent to the account's own
 * phone (purpose `confirm`).
 */
export const proofInput = () => ({
  password: optional(passwordField()),
  mobilePhoneCode: optional(codeField()),
  proof: proofOfWorkField(),
})

const field = 'mobilePhoneCode'

/**
 * Returns the viewer's account, after checking the password if one is given. A password attempt counts
 * against the same limits as a sign-in. The attempt can require a proof of work for the operation `call`. The
 * client sends the proof of work as `proof`. Throws BAD_INPUT for `field`, RATE_LIMITED or PROOF_REQUIRED.
 */
export async function checkOwnPassword(
  { context, viewer, call }: ProofContext,
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
 * Verifies the password, the code or both; at least one of them is required. Runs before the transaction, so
 * that a wrong attempt counts even if the call fails later. Returns the code for `spendProof`. Throws
 * BAD_INPUT, RATE_LIMITED or PROOF_REQUIRED.
 */
export async function checkProof(
  proofContext: ProofContext,
  { password, mobilePhoneCode: code, proof }: InputOf<ReturnType<typeof proofInput>>,
): Promise<CheckedCode | null> {
  const account = await checkOwnPassword(proofContext, 'password', { password, proof })
  if (code != null) {
    const target = account.mobile_phone ?? ''
    return checkCode(proofContext.context.db.query, { target, purpose: 'confirm', code, field })
  }
  if (password == null)
    throw badInput(
      account.password_hash ? { password: ['password.needed'] } : { [field]: ['field.required'] },
    )
  return null
}

/**
 * Consumes the code in the transaction of the action. Throws BAD_INPUT if the code has already been used or
 * the account's phone has changed.
 */
export async function spendProof(tx: Tx, account: AccountRow, code: CheckedCode | null): Promise<void> {
  if (!code) return
  if (code.target !== account.mobile_phone) throw badInput({ [field]: ['code.wrong'] })
  await spendCode(tx, code, field)
}
