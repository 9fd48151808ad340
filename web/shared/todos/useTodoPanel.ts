import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayOpen } from '../../../contract/menu.ts'
import { useSession } from '../../lib/session/session.ts'
import { pendingCertificationsOptions } from './pendingCertifications.ts'

/**
 * Decides only once, before the panel loads the device counts, whether the to-do panel can have content.
 * `shown` is undefined until this has been decided.
 */
export function useTodoPanel() {
  const session = useSession()
  const reviewer = mayOpen(session, 'auditManagement')
  const reviews = useQuery({ ...pendingCertificationsOptions, enabled: reviewer })
  const [shown, setShown] = useState<boolean>()
  if (shown === undefined && (!reviewer || reviews.isFetched))
    setShown(
      reviews.isError ||
        Boolean(reviews.data?.count) ||
        session.auth.tenants.some(
          ({ status, expireAt, statistics }) =>
            status === 'REJECT' || expireAt !== null || statistics.deviceCount > 0,
        ),
    )
  return { shown, reviews }
}
