import { Button } from '@mantine/core'
import IconCalendarExclamation from '@tabler/icons-react/dist/esm/icons/IconCalendarExclamation.mjs'
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { RetryLink } from '../../ui/feedback/LoadError.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import styles from './Attention.module.css'
import { expiringOptions, lookedAt, reviewsOptions } from './attention.ts'
import { type Matter, useMatters } from './matters.ts'
import { words } from './words.ts'

const icons = { review: IconCertificate, expiry: IconCalendarExclamation } as const

/** More are shown when asked for. */
const shownAtMost = 3

/** What waits for whoever has signed in; no panel at all where nothing does. */
export function Attention() {
  const t = useTexts(words)
  const session = useSession()
  const [all, setAll] = useState(false)
  const reviews = useQuery(reviewsOptions(session))
  const asked = lookedAt(session)
  const expiring = useQueries({ queries: asked.map(({ id }) => expiringOptions(id)) })
  const matters = useMatters(session, {
    reviews: reviews.data,
    expiring: asked.map((tenant, index) => ({ tenant, devices: expiring[index]?.data })),
  })
  const failed = [reviews, ...expiring].filter(({ data, isError }) => isError && !data)
  if (matters.length === 0 && failed.length === 0) return null

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
      {failed.length > 0 && (
        <p className={styles.more} role="alert">
          {t('failed')} <RetryLink onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))} />
        </p>
      )}
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
