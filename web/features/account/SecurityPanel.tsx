import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconDeviceMobile, IconLock, IconMail } from '#icons'
import { useTexts } from '../../lib/texts.ts'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { maskEmail, maskPhone } from '../../ui/fields/digits.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Account.module.css'
import type { Account } from './account.ts'
import { words } from './words.ts'

/**
 * Lets the user change the password, phone number and email address. The phone number and email address are
 * masked against shoulder surfing.
 */
export function SecurityPanel({
  account,
  onChange,
}: {
  account: Account
  onChange: (what: 'password' | 'phone' | 'email') => void
}) {
  const t = useTexts(words)
  const { mobilePhone, email, emailVerified } = account.profile

  return (
    <Panel
      title={t('security.title')}
      padded={false}
      actions={
        <Link to="/accountInfo/record" className="link">
          {t('security.record')}
        </Link>
      }
    >
      <ul className={classes.rows}>
        <Row
          icon={<IconLock size={16} stroke={1.6} />}
          title={t('security.password')}
          value={t('security.passwordHint')}
          action={t('security.change')}
          onAction={() => onChange('password')}
        />
        <Row
          icon={<IconDeviceMobile size={16} stroke={1.6} />}
          title={t('security.phone')}
          value={mobilePhone ? maskPhone(mobilePhone) : t('security.notBound')}
          action={mobilePhone ? t('security.replace') : t('security.bind')}
          onAction={() => onChange('phone')}
        />
        <Row
          icon={<IconMail size={16} stroke={1.6} />}
          title={t('security.email')}
          value={email ? maskEmail(email) : t('security.notBound')}
          tag={email && !emailVerified && <Tag tone="warn">{t('security.unverified')}</Tag>}
          action={email ? (emailVerified ? t('security.replace') : t('security.verify')) : t('security.bind')}
          onAction={() => onChange('email')}
        />
      </ul>
    </Panel>
  )
}

interface RowProps {
  icon: ReactNode
  title: string
  value: string
  tag?: ReactNode
  action: string
  onAction: () => void
}

function Row({ icon, title, value, tag, action, onAction }: RowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.tile} aria-hidden="true">
        {icon}
      </span>
      <div className={classes.rowText}>
        <div>{title}</div>
        <div className={`tabular ${classes.second}`}>{value}</div>
      </div>
      {tag}
      <button type="button" className="link" aria-label={`${action} ${title}`} onClick={onAction}>
        {action}
      </button>
    </li>
  )
}
