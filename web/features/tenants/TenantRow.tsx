import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayOpen } from '../../../contract/menu.ts'
import { type AuthTenant, memberIn, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { mayLeave } from '../../ui/dialogs/unsaved.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { StatusText, Tag } from '../../ui/feedback/StatusText.tsx'
import type { Tone } from '../../ui/feedback/status.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { RowMenu } from '../../ui/layout/RowMenu.tsx'
import type { OpenDialog } from './dialogs.ts'
import classes from './Tenants.module.css'
import { words } from './words.ts'

const tones: Record<AuthTenant['status'], Tone> = {
  FINISH: 'ok',
  PREPARE: 'warn',
  REJECT: 'err',
  EXPIRED: 'neutral',
}

/** The organization that is the account's own. */
export function PersonalRow() {
  const t = useTexts(words)
  const { auth } = useSession()
  return (
    <Row
      id={auth.tenant.id}
      name={t('personal')}
      second={t('personalHint')}
      own
      status={<StatusText tone="neutral">{t('statusPersonal')}</StatusText>}
      action={<Enter id={auth.tenant.id} name={t('personal')} />}
    />
  )
}

interface TenantRowProps {
  tenant: AuthTenant
  open: OpenDialog
}

/** One that the account belongs to or has applied for, with what may be done with it now. */
export function TenantRow({ tenant, open }: TenantRowProps) {
  const t = useTexts(words)
  const facts = useFacts(tenant)
  const { id, name, status, viewerCan } = tenant
  const applied = status === 'PREPARE' || status === 'REJECT'

  return (
    <Row
      id={id}
      name={name}
      second={facts.join(' · ')}
      own={!applied}
      status={<StatusText tone={tones[status]}>{t(status)}</StatusText>}
      action={
        status === 'PREPARE' && viewerCan.delete ? (
          <Action label={t('withdrawOf', { name })} onClick={() => open('delete', [tenant])}>
            {t('withdraw')}
          </Action>
        ) : status === 'REJECT' && viewerCan.rePrepare ? (
          <Action label={t('againOf', { name })} onClick={() => open('apply', [tenant])}>
            {t('again')}
          </Action>
        ) : (
          <Enter id={id} name={name} />
        )
      }
      menu={
        status === 'REJECT' && viewerCan.delete ? (
          <RowMenu name={name}>
            {() => (
              <Menu.Item className={classes.danger} onClick={() => open('delete', [tenant])}>
                {t('delete')}
              </Menu.Item>
            )}
          </RowMenu>
        ) : viewerCan.leave ? (
          <RowMenu name={name}>
            {() => (
              <Menu.Item className={classes.danger} onClick={() => open('leave', [tenant])}>
                {t('leave')}
              </Menu.Item>
            )}
          </RowMenu>
        ) : null
      }
    >
      {status === 'REJECT' && tenant.reject ? (
        <Notice tone="err" title={t('rejectReason')}>
          {tenant.reject}
        </Notice>
      ) : status === 'EXPIRED' ? (
        <Notice tone="neutral">{t('expiredNotice')}</Notice>
      ) : null}
    </Row>
  )
}

/** The line under the name: what one is there, how big it is, until when; of an application, when. */
function useFacts({ id, status, statistics, expireAt, createDateTime, modifyDateTime }: AuthTenant) {
  const t = useTexts(words)
  const times = useTimes()
  const { auth } = useSession()
  const member = memberIn(auth, id)
  // An application that was handed in again counts from then.
  if (status === 'PREPARE') return [t('submitted', { time: times.dateTime(modifyDateTime) })]
  if (status === 'REJECT')
    return [
      t('submitted', { time: times.dateTime(createDateTime) }),
      t('rejected', { time: times.recent(modifyDateTime) }),
    ]
  const facts = [t(member?.owner ? 'owner' : member?.manager ? 'manager' : 'member')]
  if (status === 'FINISH')
    facts.push(
      t('members', { count: statistics.operatorCount }),
      t('devices', { count: statistics.deviceCount }),
    )
  if (expireAt)
    facts.push(t(status === 'EXPIRED' ? 'expiredOn' : 'validUntil', { date: times.date(expireAt) }))
  return facts
}

interface RowProps {
  id: string
  name: string
  second: string
  own: boolean
  status: ReactNode
  action: ReactNode
  menu?: ReactNode
  children?: ReactNode
}

function Row({ id, name, second, own, status, action, menu, children }: RowProps) {
  const t = useTexts(words)
  const { tenantId } = useSession()
  return (
    <li>
      <div className={classes.row}>
        <Initial name={name} size={32} own={own} square />
        <div className={classes.text}>
          <div className={classes.name}>
            <span className={classes.cut} title={name}>
              {name}
            </span>
            {id === tenantId && <Tag tone="info">{t('current')}</Tag>}
          </div>
          <div className={`tabular ${classes.second}`}>{second}</div>
        </div>
        <span className={classes.status}>{status}</span>
        <span className={classes.action}>{action}</span>
        <span className={classes.menu}>{menu}</span>
      </div>
      {children && <div className={classes.notice}>{children}</div>}
    </li>
  )
}

function Action({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="link" aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}

/** Into it; of the one that the session is in, on to its members where they are one's to manage. */
function Enter({ id, name }: { id: string; name: string }) {
  const t = useTexts(words)
  const session = useSession()
  if (id === session.tenantId)
    return mayOpen(session, 'memberManagement') ? (
      <Link
        to="/organizational-management/member-management"
        className="link"
        aria-label={t('manageOf', { name })}
      >
        {t('manage')}
      </Link>
    ) : null
  if (!session.tenants.some((each) => each.id === id)) return null
  return (
    <Action
      label={t('switchTo', { name })}
      onClick={async () => {
        if (!(await mayLeave())) return
        session.switchTenant(id)
        toast('ok', t('switched', { name }), 'tenant')
      }}
    >
      {t('switch')}
    </Action>
  )
}
