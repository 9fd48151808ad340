import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IconCopy } from '#icons'
import { useLocale, useTexts } from '../../lib/texts.ts'
import { TimeText } from '../../lib/time/TimeText.tsx'
import { useTimes } from '../../lib/time/time.ts'
import { useCopy } from '../../ui/display/clipboard.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Account.module.css'
import { type Account, authCodeOptions } from './account.ts'
import { words } from './words.ts'

/** Shows names, id, platform role and registration date. */
export function ProfilePanel({ account, onEdit }: { account: Account; onEdit: () => void }) {
  const t = useTexts(words)
  const times = useTimes()
  const { username, createdTimestamp } = account.profile
  const realName = useRealName(account)

  const copy = useCopy()

  return (
    <Panel
      title={t('profile')}
      actions={
        <button type="button" className="link" onClick={onEdit}>
          {t('edit')}
        </button>
      }
    >
      <div className={classes.person}>
        <Initial name={account.name} size={48} own />
        <div className={classes.names}>
          <p className={classes.name}>{account.name}</p>
          <p className={classes.username}>{username ?? t('noUsername')}</p>
        </div>
      </div>
      <dl className={classes.facts}>
        <Fact label={t('id')}>
          <span className="mono">{account.id}</span>
          <ActionIcon
            vars={() => ({ root: { '--ai-size': '1.5rem' } })}
            aria-label={t('copyId')}
            title={t('copyId')}
            onClick={() => void copy(account.id)}
          >
            <IconCopy size={14} stroke={1.6} />
          </ActionIcon>
        </Fact>
        <Fact label={t('realName')}>{realName || <span className={classes.none}>—</span>}</Fact>
        <Fact label={t('role')}>
          <Role account={account} />
        </Fact>
        <Fact label={t('registered')}>
          <TimeText className="tabular" at={createdTimestamp} as="dateTime" />
        </Fact>
        <Fact label={t('zone')}>{times.zone()}</Fact>
      </dl>
    </Panel>
  )
}

/** Shows "administrator", the labels of the account's platform permissions, or "user". */
function Role({ account: { admin, authInfo } }: { account: Account }) {
  const t = useTexts(words)
  const held = authInfo.authCodes
  const { data } = useQuery({ ...authCodeOptions(useLocale()), enabled: !admin && held.length > 0 })
  if (admin) return t('roleAdmin')
  if (held.length === 0) return t('roleUser')
  // Shows the permission codes until their labels have loaded.
  return (
    <span className={classes.codes}>
      {held.map((code) => {
        const known = data?.find((each) => each.code === code)
        return (
          <span key={code} title={known?.description}>
            <Tag>{known?.label ?? code}</Tag>
          </span>
        )
      })}
    </span>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The family name comes first in Chinese and last in English. */
function useRealName({ profile: { firstName, lastName } }: Account): string {
  const chinese = useLocale() === 'zh-CN'
  return (chinese ? [lastName, firstName] : [firstName, lastName]).filter(Boolean).join(chinese ? '' : ' ')
}
