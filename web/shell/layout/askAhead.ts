import { accountOptions } from '../../features/account/account.ts'
import { queryClient } from '../query.ts'

/** What a page will ask for, asked while the session is still on its way. */
export function askAhead(path: string): void {
  if (path === '/accountInfo/index') void queryClient.prefetchQuery(accountOptions)
}
