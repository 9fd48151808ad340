import { findAdmins } from '../../accounts/status/store.ts'
import type { Services } from '../../core/context.ts'
import type { Database } from '../../db/open.ts'
import { recordFailure, type SourceRow } from '../sources/store.ts'
import type { ProviderError } from './provider.ts'

/**
 * Records a failure of a source. Notifies the administrators if the sign-in page hides the source from now
 * on.
 */
export const reportFailure = (
  { db, services }: { db: Database; services: () => Services },
  source: SourceRow,
  error: ProviderError,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await recordFailure(tx, source.id, error))) return
    await services().sendMessage(tx, {
      accountId: await findAdmins(tx),
      template: 'source.failing',
      params: { source: source.name },
      link: `/all-management/sign-in-methods/${source.id}`,
    })
  })
