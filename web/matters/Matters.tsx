import { Button } from '@mantine/core'
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import IconCalendarExclamation from '@tabler/icons-react/dist/esm/icons/IconCalendarExclamation.mjs'
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs'
import IconLockX from '@tabler/icons-react/dist/esm/icons/IconLockX.mjs'
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../lib/session/session.ts'
import { useTexts } from '../lib/texts.ts'
import { unbroken } from '../ui/display/unbroken.tsx'
import styles from './Matters.module.css'
import type { Matter } from './matters.ts'
import { words } from './words.ts'

const icons = {
  review: IconCertificate,
  application: IconBuilding,
  expiry: IconCalendarExclamation,
  offline: IconPlugConnectedX,
  credential: IconLockX,
} as const

/** More are shown when asked for. */
const shownAtMost = 3

interface Props {
  matters: readonly Matter[]
  /** In one line each, above what is looked at daily. */
  brief?: boolean
}

/** What waits, the most pressing first: it has the one filled button. */
export function Matters({ matters, brief = false }: Props) {
  const t = useTexts(words)
  const [all, setAll] = useState(false)
  const shown = all ? matters : matters.slice(0, shownAtMost)
  const first = matters.find(({ deed }) => deed)
  return (
    <div className={styles.strip} data-brief={brief || undefined}>
      <ul className={styles.cells} data-brief={brief || undefined}>
        {shown.map(({ key, text, brief: fewer, ...matter }) => (
          <Cell key={key} {...matter} text={brief ? (fewer ?? text) : text} filled={key === first?.key} />
        ))}
      </ul>
      {matters.length > shownAtMost && (
        <p className={styles.more}>
          <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('fewer') : t('more', { count: matters.length - shown.length })}
          </button>
        </p>
      )}
    </div>
  )
}

type Cell = Omit<Matter, 'key' | 'brief' | 'text'> & { text: string | undefined; filled: boolean }

function Cell({ kind, tone, title, text, deed, filled }: Cell) {
  const { switchTenant, tenantId } = useSession()
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
        <div>{unbroken(title)}</div>
        {text && <div className={styles.text}>{unbroken(text)}</div>}
      </div>
      {deed && (
        <Button
          className={styles.deed!}
          variant={filled ? 'filled' : 'default'}
          onClick={() => deed.tenantId && deed.tenantId !== tenantId && switchTenant(deed.tenantId)}
          renderRoot={(props) => <Link {...deed.link} {...props} />}
        >
          {deed.label}
        </Button>
      )}
    </li>
  )
}
