import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePermission } from '../../../lib/session/permission.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { tenantTones } from '../../../shared/states/tones.ts'
import { Initial } from '../../../ui/display/Initial.tsx'
import { StatusText, Tag } from '../../../ui/feedback/StatusText.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { Account } from '../accounts.ts'
import { words } from '../words.ts'
import classes from './Detail.module.css'

type Tenant = Account['tenants'][number]

/** Number of organizations shown at first. Most accounts have fewer, and the server returns at most 100. */
const firstRows = 10

/** Shows the organizations of the account that the viewer can see. */
export function MembershipsPanel({ account }: { account: Account }) {
  const t = useTexts(words)
  const [all, setAll] = useState(false)
  const seesAll = usePermission(['organization_list', 'certification_audit'])
  const { tenants } = account
  const shown = all ? tenants : tenants.slice(0, firstRows)
  return (
    <Panel
      title={t('tenants.title')}
      {...((seesAll || tenants.length > 0) && { count: tenants.length })}
      padded={false}
    >
      {tenants.length === 0 ? (
        <p className={classes.nothing}>{t(seesAll ? 'tenants.none' : 'tenants.hidden')}</p>
      ) : (
        <ul className={classes.rows}>
          {shown.map((tenant) => (
            <TenantRow key={tenant.id} tenant={tenant} account={account} />
          ))}
        </ul>
      )}
      {shown.length < tenants.length && (
        <button type="button" className={`link ${classes.more}`} onClick={() => setAll(true)}>
          {t('more', { count: tenants.length - shown.length })}
        </button>
      )}
    </Panel>
  )
}

function TenantRow({ tenant, account }: { tenant: Tenant; account: Account }) {
  const t = useTexts(words)
  const times = useTimes()
  const keeps = usePermission(['organization_list'])
  const member = account.authInfo.tenantInfos.find(({ tenantId }) => tenantId === tenant.id)
  const applied = tenant.status === 'PREPARE' || tenant.status === 'REJECT'
  const identity = member?.owner
    ? t(applied ? 'tenants.applicant' : 'tenants.owner')
    : t(member?.manager ? 'tenants.manager' : 'tenants.member')
  return (
    <li className={classes.row}>
      <Initial name={tenant.name} size={32} square />
      <div className={classes.rowText}>
        <div className={classes.nameLine}>
          {keeps ? (
            <Link
              to="/all-management/all-management/$id"
              params={{ id: tenant.id }}
              className={`link ${classes.whole}`}
              title={tenant.name}
            >
              {tenant.name}
            </Link>
          ) : (
            <span className={classes.whole} title={tenant.name}>
              {tenant.name}
            </span>
          )}
          <Tag tone={member?.owner && !applied ? 'info' : 'neutral'}>{identity}</Tag>
        </div>
        <p className={`tabular ${classes.second}`}>
          {[
            member && t('tenants.joined', { date: times.date(member.joinDateTime) }),
            member?.displayName && t('tenants.called', { name: member.displayName }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <StatusText tone={tenantTones[tenant.status]}>{t(tenant.status)}</StatusText>
    </li>
  )
}
