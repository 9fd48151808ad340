import type { AccountCalls } from '../accounts/calls.ts'
import { sendNotice } from '../accounts/register.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Tx } from '../db/open.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

interface NoticeContext {
  tx: Tx
  services: AccountCalls['services']
  request: RequestInfo
}

/**
 * Notifies the owner of the account by message, SMS and email that a factor has changed, because somebody
 * else may have made the change.
 */
export async function notifyFactorChanged(
  context: NoticeContext,
  account: AccountRow,
  template: 'factor.added' | 'factor.removed',
  factor: string,
): Promise<void> {
  await context.services.sendMessage(context.tx, {
    accountId: account.id,
    template,
    params: { factor },
    link,
  })
  await sendNotice(context, account, template)
}

export async function notifyRecoveryCodeUsed(context: NoticeContext, account: AccountRow): Promise<void> {
  const left = await countRecoveryCodes(context.tx, account.id)
  const template = 'factor.recovered'
  await context.services.sendMessage(context.tx, { accountId: account.id, template, params: { left }, link })
  await sendNotice(context, account, template)
}

const link = '/accountInfo/index'
