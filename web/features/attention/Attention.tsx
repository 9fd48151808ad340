import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import styles from '../../matters/Matters.module.css'
import { Matters } from '../../matters/Matters.tsx'
import { type Known, useMatters } from '../../matters/matters.ts'
import { words } from '../../matters/words.ts'
import { RetryLink } from '../../ui/feedback/LoadError.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useOwnDevices } from './attention.ts'

interface Props {
  reviews: { data: Known['reviews']; isError: boolean; refetch: () => unknown }
}

/**
 * What waits for whoever has signed in, each with one way on. Whether there is a panel is decided when the page opens:
 * what comes or is done while somebody looks moves nothing under the pointer.
 */
export function Attention({ reviews }: Props) {
  const t = useTexts(words)
  const session = useSession()
  const own = useOwnDevices(session)
  const matters = useMatters(session, { reviews: reviews.data, devices: own.devices })
  const unasked = reviews.isError && !reviews.data
  const failed = unasked || own.failed
  const [kept] = useState(matters.length > 0 || failed)
  if (!kept) return null

  return (
    <Panel
      title={t('title')}
      count={matters.length}
      padded={false}
      actions={
        <Link to="/message/list" className="link">
          {t('allMessages')}
        </Link>
      }
    >
      <Matters matters={matters} />
      {failed && (
        <p className={styles.more} role="alert">
          {t('failed')}{' '}
          <RetryLink onRetry={() => Promise.all([unasked && reviews.refetch(), own.failed && own.retry()])} />
        </p>
      )}
      {matters.length === 0 && !failed && <p className={styles.more}>{t('none')}</p>}
    </Panel>
  )
}
