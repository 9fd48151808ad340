import { sendNotice } from '../accounts/register.ts'
import type { AccountCalls } from '../accounts/services.ts'
import type { AccountRow } from '../accounts/store.ts'
import type { RequestInfo } from '../core/request.ts'
import type { Tx } from '../db/open.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

interface Means {
  tx: Tx
  services: AccountCalls['services']
  request: RequestInfo
}

/** The account, in the console and by SMS and e-mail: whoever did this may not be its owner. */
export async function tellChanged(
  means: Means,
  account: AccountRow,
  template: 'factor.added' | 'factor.removed',
  factor: string,
): Promise<void> {
  await means.services.sendMessage(means.tx, { accountId: account.id, template, params: { factor }, link })
  await sendNotice(means, account, template)
}

/** That a recovery code was used. */
export async function tellRecovered(means: Means, account: AccountRow): Promise<void> {
  const left = await countRecoveryCodes(means.tx, account.id)
  const template = 'factor.recovered'
  await means.services.sendMessage(means.tx, { accountId: account.id, template, params: { left }, link })
  await sendNotice(means, account, template)
}

const link = '/accountInfo/index'
