import { Button } from '@mantine/core'
import IconCalendarExclamation from '@tabler/icons-react/dist/esm/icons/IconCalendarExclamation.mjs'
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { RetryLink } from '../../ui/feedback/LoadError.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import styles from './Attention.module.css'
import { useExpiries } from './attention.ts'
import { type Matter, type Reviews, useMatters } from './matters.ts'
import { words } from './words.ts'

const icons = { review: IconCertificate, expiry: IconCalendarExclamation } as const

/** More are shown when asked for. */
const shownAtMost = 3

interface Props {
  reviews: { data: Reviews | undefined; isError: boolean; refetch: () => unknown }
}

/**
 * What waits for whoever has signed in, each with one way on. Whether there is a panel is decided when the page opens:
 * what comes or is done while somebody looks moves nothing under the pointer.
 */
export function Attention({ reviews }: Props) {
  const t = useTexts(words)
  const [all, setAll] = useState(false)
  const expiries = useExpiries(useSession())
  const matters = useMatters(reviews.data, expiries)
  const unasked = reviews.isError && !reviews.data
  const failed = unasked || expiries.failed
  const [kept] = useState(matters.length > 0 || failed)
  if (!kept) return null

  const shown = all ? matters : matters.slice(0, shownAtMost)
  const first = matters.find(({ deed }) => deed)
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
      <ul className={styles.cells}>
        {shown.map((matter) => (
          <Cell key={matter.key} matter={matter} filled={matter === first} />
        ))}
      </ul>
      {shown.length < matters.length && (
        <p className={styles.more}>
          <button type="button" className="link" onClick={() => setAll(true)}>
            {t('more', { count: matters.length - shown.length })}
          </button>
        </p>
      )}
      {failed && (
        <p className={styles.more} role="alert">
          {t('failed')}{' '}
          <RetryLink
            onRetry={() => Promise.all([unasked && reviews.refetch(), expiries.failed && expiries.retry()])}
          />
        </p>
      )}
      {matters.length === 0 && !failed && <p className={styles.more}>{t('none')}</p>}
    </Panel>
  )
}

function Cell({ matter, filled }: { matter: Matter; filled: boolean }) {
  const { switchTenant } = useSession()
  const { kind, tone, title, text, deed } = matter
  const Icon = icons[kind]
  return (
    <li className={styles.cell}>
      <span
        className={styles.tile}
        style={{ background: `var(--${tone}-tint)`, color: `var(--${tone})` }}
        aria-hidden
      >
        <Icon size={20} stroke={1.6} />
      </span>
      <div className={styles.words}>
        <div>{title}</div>
        <div className={styles.text}>{text}</div>
        {deed && (
          <Button
            className={styles.deed!}
            variant={filled ? 'filled' : 'default'}
            onClick={() => deed.tenantId && switchTenant(deed.tenantId)}
            renderRoot={(props) => <Link {...deed.link} {...props} />}
          >
            {deed.label}
          </Button>
        )}
      </div>
    </li>
  )
}
