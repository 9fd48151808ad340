import { useSession } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time.ts'
import { Initial } from '../../ui/Initial.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusText, Tag } from '../../ui/StatusText.tsx'
import type { Tone } from '../../ui/status.ts'
import { toast } from '../../ui/toast.ts'
import classes from './Account.module.css'
import type { Account, AccountTenant } from './account.ts'
import { useFirst } from './useFirst.tsx'

const tones: Record<AccountTenant['status'], Tone> = {
  FINISH: 'ok',
  PREPARE: 'warn',
  REJECT: 'err',
  EXPIRED: 'neutral',
}

/** The personal organization, those one belongs to, and those one has applied for. */
export function TenantsPanel({ account }: { account: Account }) {
  const t = useTexts('account')
  const { shown, more } = useFirst(account.tenants)
  return (
    <Panel title={t('tenants.title')} count={account.tenants.length + 1} padded={false}>
      <ul className={classes.rows}>
        <li className={classes.tenant}>
          <div className={classes.row}>
            <Initial name={t('tenants.personal')} size={32} own square />
            <TenantNames
              id={account.tenant.id}
              name={t('tenants.personal')}
              second={t('tenants.personalHint')}
            />
            <span className={classes.status}>
              <StatusText tone="neutral">{t('tenants.statusPersonal')}</StatusText>
            </span>
            <Switch id={account.tenant.id} name={t('tenants.personal')} />
          </div>
        </li>
        {shown.map((tenant) => (
          <TenantRow key={tenant.id} tenant={tenant} me={account.id} />
        ))}
      </ul>
      {more}
      {account.tenants.length === 0 && (
        <div className={classes.nothing}>
          <p>{t('tenants.onlyPersonal')}</p>
          <p className={classes.second}>{t('tenants.onlyPersonalHint')}</p>
        </div>
      )}
    </Panel>
  )
}

function TenantRow({ tenant, me }: { tenant: AccountTenant; me: string }) {
  const t = useTexts('account')
  const times = useTimes()
  const { status, statistics, expireAt } = tenant
  const applied = status === 'PREPARE' || status === 'REJECT'

  const facts = applied
    ? [t('tenants.applicant'), t('tenants.submitted', { time: times.dateTime(tenant.createDateTime) })]
    : [
        tenant.owner?.id === me
          ? t('tenants.owner')
          : tenant.managers.some((manager) => manager.id === me)
            ? t('tenants.manager')
            : t('tenants.member'),
        ...(status === 'FINISH'
          ? [
              t('tenants.members', { count: statistics.operatorCount }),
              t('tenants.devices', { count: statistics.deviceCount }),
            ]
          : []),
        ...(expireAt
          ? [
              t(status === 'EXPIRED' ? 'tenants.expiredOn' : 'tenants.validUntil', {
                date: times.date(expireAt),
              }),
            ]
          : []),
      ]

  return (
    <li className={classes.tenant}>
      <div className={classes.row}>
        <Initial name={tenant.name} size={32} own={!applied} square />
        <TenantNames id={tenant.id} name={tenant.name} second={facts.join(' · ')} />
        <span className={classes.status}>
          <StatusText tone={tones[status]}>{t(`tenants.${status}`)}</StatusText>
        </span>
        <Switch id={tenant.id} name={tenant.name} />
      </div>
      {status === 'REJECT' && tenant.reject && (
        <div className={classes.reject}>
          <Notice tone="err" title={t('tenants.rejectReason')}>
            {tenant.reject}
          </Notice>
        </div>
      )}
    </li>
  )
}

function TenantNames({ id, name, second }: { id: string; name: string; second: string }) {
  const t = useTexts('account')
  const { tenantId } = useSession()
  return (
    <div className={classes.rowText}>
      <div className={classes.tenantName}>
        <span className={classes.cut} title={name}>
          {name}
        </span>
        {id === tenantId && <Tag tone="info">{t('tenants.current')}</Tag>}
      </div>
      <div className={`tabular ${classes.second}`}>{second}</div>
    </div>
  )
}

/** Enters an organization; nothing for the one the session is in and for those that cannot be entered. */
function Switch({ id, name }: { id: string; name: string }) {
  const t = useTexts('account')
  const session = useSession()
  if (id === session.tenantId || !session.tenants.some((each) => each.id === id)) {
    return <span className={classes.deed} />
  }
  return (
    <button
      type="button"
      className={`link ${classes.deed}`}
      aria-label={t('tenants.switchTo', { name })}
      onClick={() => {
        session.switchTenant(id)
        toast('ok', t('tenants.switched', { name }))
      }}
    >
      {t('tenants.switch')}
    </button>
  )
}
