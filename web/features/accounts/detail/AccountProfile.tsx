import type { ReactNode } from 'react'
import { useSession } from '../../../lib/session/session.ts'
import { useLocale, useTexts } from '../../../lib/texts.ts'
import { TimeText } from '../../../lib/time/TimeText.tsx'
import { useTimes } from '../../../lib/time/time.ts'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { Initial } from '../../../ui/display/Initial.tsx'
import { Tag } from '../../../ui/feedback/StatusText.tsx'
import { groupedPhone, nationalPhone } from '../../../ui/fields/digits.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { Account } from '../accounts.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'

/**
 * Shows the profile. The phone number and email address are unmasked, because administrators need them to
 * help the user.
 */
export function AccountProfile({ account }: { account: Account }) {
  const t = useTexts(words)
  const times = useTimes()
  const { auth } = useSession()
  const chinese = useLocale() === 'zh-CN'
  const { username, firstName, lastName, mobilePhone, email, emailVerified, createdTimestamp } =
    account.profile
  // The family name comes first in Chinese and last in English.
  const realName = (chinese ? [lastName, firstName] : [firstName, lastName])
    .filter(Boolean)
    .join(chinese ? '' : ' ')

  return (
    <Panel title={t('profile.title')}>
      <div className={classes.person}>
        <Initial name={account.name} size={40} own={account.id === auth.id} />
        <div className={classes.names}>
          <div className={classes.nameLine}>
            <span className={classes.name}>{account.name}</span>
            {account.id === auth.id && <Tag tone="info">{t('you')}</Tag>}
            {account.admin && <Tag tone="info">{t('admin')}</Tag>}
            {account.profile.passwordChangeRequired && <Tag tone="warn">{t('mustChange')}</Tag>}
          </div>
          {username && <p className={classes.second}>{username}</p>}
        </div>
      </div>
      <dl className={classes.facts}>
        <Fact label={t('profile.id')} value={account.id} copied mono />
        <Fact label={t('phone')} value={mobilePhone} copied>
          <span className="tabular">{groupedPhone(nationalPhone(mobilePhone))}</span>
        </Fact>
        <Fact label={t('username')} value={username} copied />
        <Fact label={t('email')} value={email} copied>
          <span className={classes.whole} title={email ?? undefined}>
            {email}
          </span>
          {!emailVerified && <Tag tone="warn">{t('profile.unverified')}</Tag>}
        </Fact>
        <Fact label={t('profile.realName')} value={realName} />
        <Fact label={t('created')} value={times.dateTime(createdTimestamp)}>
          <TimeText className="tabular" at={createdTimestamp} as="dateTime" />
        </Fact>
      </dl>
    </Panel>
  )
}

interface FactProps {
  label: string
  value: string | null
  /** Whether to show a button that copies the value. */
  copied?: boolean
  mono?: boolean
  /** Content shown instead of the plain value. */
  children?: ReactNode
}

function Fact({ label, value, copied, mono, children }: FactProps) {
  const t = useTexts(words)
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        {value ? (
          (children ?? (
            <span className={mono ? `mono ${classes.whole}` : classes.whole} title={value}>
              {value}
            </span>
          ))
        ) : (
          <span className={classes.none}>—</span>
        )}
        {value && copied && <CopyButton inline label={t('copyOf', { what: label })} text={value} />}
      </dd>
    </div>
  )
}
