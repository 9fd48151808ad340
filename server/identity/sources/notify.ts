import type { AccountCalls } from '../../accounts/calls.ts'
import { sendNotice } from '../../accounts/register.ts'
import type { AccountRow } from '../../accounts/store.ts'
import type { RequestInfo } from '../../core/request.ts'
import type { Tx } from '../../db/open.ts'

/**
 * Notifies the account by message, SMS and email that an identity was linked or unlinked, because somebody
 * other than the owner may have done it.
 */
export async function notifyIdentityChanged(
  context: {
    tx: Tx
    services: AccountCalls['services']
    request: Pick<RequestInfo, 'locale'>
  },
  account: AccountRow,
  template: 'identity.linked' | 'identity.unlinked',
  source: string,
): Promise<void> {
  await context.services.sendMessage(context.tx, {
    accountId: account.id,
    template,
    params: { source },
    link: '/accountInfo/index',
  })
  await sendNotice(context, account, template)
}
