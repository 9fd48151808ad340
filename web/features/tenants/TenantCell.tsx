import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayOpen } from '../../../contract/menu.ts'
import { type AuthTenant, memberIn, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { tenantTones } from '../../shared/states/tones.ts'
import { mayLeave } from '../../ui/dialogs/unsaved.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { StatusText, Tag } from '../../ui/feedback/StatusText.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { RowMenu } from '../../ui/layout/RowMenu.tsx'
import type { OpenDialog } from './dialogs.ts'
import classes from './Tenants.module.css'
import { words } from './words.ts'

export function PersonalCell() {
  const t = useTexts(words)
  const { auth } = useSession()
  return (
    <Cell
      id={auth.tenant.id}
      name={t('personal')}
      second={t('personalHint')}
      own
      person
      status={<StatusText tone="neutral">{t('statusPersonal')}</StatusText>}
      action={<Enter id={auth.tenant.id} name={t('personal')} />}
    />
  )
}

interface TenantCellProps {
  tenant: AuthTenant
  open: OpenDialog
}

/** Shows one of the account's organizations or organization requests, with its actions. */
export function TenantCell({ tenant, open }: TenantCellProps) {
  const t = useTexts(words)
  const facts = useFacts(tenant)
  const { id, name, status, viewerCan } = tenant
  const applied = status === 'PREPARE' || status === 'REJECT'

  return (
    <Cell
      id={id}
      name={name}
      second={facts.join(' · ')}
      own={!applied}
      status={<StatusText tone={tenantTones[status]}>{t(status)}</StatusText>}
      action={
        status === 'PREPARE' && viewerCan.delete ? (
          <Action label={t('withdrawOf', { name })} onClick={() => open('delete', [tenant])}>
            {t('withdraw')}
          </Action>
        ) : status === 'REJECT' && viewerCan.rePrepare ? (
          <Action label={t('againOf', { name })} onClick={() => open('apply', [tenant])}>
            {t('again')}
          </Action>
        ) : viewerCan.acceptFactor ? (
          <Action label={t('acceptOf', { name })} onClick={() => open('acceptFactor', [tenant])}>
            {t('accept')}
          </Action>
        ) : (
          <Enter id={id} name={name} />
        )
      }
      menu={
        status === 'REJECT' && viewerCan.delete ? (
          <RowMenu name={name}>
            {(Menu) => (
              <Menu.Item className={classes.danger} onClick={() => open('delete', [tenant])}>
                {t('delete')}
              </Menu.Item>
            )}
          </RowMenu>
        ) : status === 'PREPARE' && viewerCan.delete ? (
          <RowMenu name={name}>
            {(Menu) => <Menu.Item onClick={() => open('papers', [tenant])}>{t('papers')}</Menu.Item>}
          </RowMenu>
        ) : status === 'EXPIRED' && viewerCan.delete ? (
          <RowMenu name={name}>
            {(Menu) => (
              <Menu.Item className={classes.danger} onClick={() => open('delete', [tenant])}>
                {t('remove')}
              </Menu.Item>
            )}
          </RowMenu>
        ) : viewerCan.leave ? (
          <RowMenu name={name}>
            {(Menu) => (
              <Menu.Item className={classes.danger} onClick={() => open('leave', [tenant])}>
                {t('leave')}
              </Menu.Item>
            )}
          </RowMenu>
        ) : null
      }
    >
      {status === 'REJECT' && tenant.reject
        ? `${t('rejectReason')} · ${tenant.reject}`
        : viewerCan.acceptFactor
          ? t('acceptNotice')
          : status === 'EXPIRED' && t('expiredNotice')}
    </Cell>
  )
}

/**
 * Returns the parts of the line below the name: role, size and expiry, or the submission time of a request.
 */
function useFacts({ id, status, statistics, expireAt, createDateTime, modifyDateTime }: AuthTenant) {
  const t = useTexts(words)
  const times = useTimes()
  const { auth, tenantId } = useSession()
  const member = memberIn(auth, id)
  // Show the time at which a pending request was last submitted.
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
  if (id === auth.lastTenantId && id !== tenantId) facts.push(t('lastHere'))
  if (expireAt)
    facts.push(t(status === 'EXPIRED' ? 'expiredOn' : 'validUntil', { date: times.date(expireAt) }))
  return facts
}

interface CellProps {
  id: string
  name: string
  second: string
  own: boolean
  /** Whether the cell shows the personal space. */
  person?: boolean
  status: ReactNode
  /** The main action. A click anywhere in the cell triggers it. */
  action: ReactNode
  menu?: ReactNode
  children?: ReactNode
}

function Cell({ id, name, second, own, person, status, action, menu, children }: CellProps) {
  const t = useTexts(words)
  const { tenantId } = useSession()
  const current = id === tenantId
  return (
    <li className={classes.cell} data-current={current || undefined}>
      <Initial name={name} size={40} own={own} square person={person} />
      <div className={classes.text}>
        <div className={classes.name}>
          <span>{name}</span>
          {current && <Tag tone="info">{t('current')}</Tag>}
        </div>
        <div className={`tabular ${classes.second}`}>{second}</div>
        <div className={classes.state}>
          {status}
          {children && <span className={classes.why}>{children}</span>}
        </div>
      </div>
      {action}
      {menu}
    </li>
  )
}

function Action({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={`link ${classes.whole}`} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}

/**
 * A button that switches to the organization and opens the workplace. For the current organization, it is a
 * link to the members, if the viewer can open that page.
 */
function Enter({ id, name }: { id: string; name: string }) {
  const t = useTexts(words)
  const session = useSession()
  const navigate = useNavigate()
  if (id === session.tenantId)
    return mayOpen(session, 'memberManagement') ? (
      <Link
        to="/organizational-management/member-management"
        className={`link ${classes.whole}`}
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
        await navigate({ to: '/dashboard/workplace' })
      }}
    >
      <span className={classes.arrow} aria-hidden="true">
        →
      </span>
    </Action>
  )
}
