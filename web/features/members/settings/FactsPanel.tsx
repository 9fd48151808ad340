import { number } from '../../../lib/numbers.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { Fact, Facts, Figures } from '../../../ui/layout/Facts.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { nameOf } from '../members.ts'
import type { Tenant } from '../tenant.ts'
import { words } from '../words.ts'
import classes from './Configuration.module.css'

const day = 86_400_000

/** Shows the size and expiry of the organization. */
export function FactsPanel({ tenant }: { tenant: Tenant }) {
  const t = useTexts(words)
  const times = useTimes()
  const { statistics } = tenant
  return (
    <Panel title={t('config.facts')}>
      <Figures>
        <Fact label={t('config.members')}>{number(statistics.operatorCount)}</Fact>
        <Fact label={t('config.managers')}>{number(statistics.managerCount)}</Fact>
        <Fact label={t('config.devices')}>{number(statistics.deviceCount)}</Fact>
        <Fact label={t('config.online')}>{number(statistics.onlineDeviceCount)}</Fact>
      </Figures>
      <Facts>
        <Fact label={t('config.expireAt')}>
          {tenant.expireAt ? (
            <>
              <span title={times.exact(tenant.expireAt)}>{times.date(tenant.expireAt)}</span>
              <DaysLeft until={tenant.expireAt} />
            </>
          ) : (
            t('config.forever')
          )}
        </Fact>
        <Fact label={t('config.owner')}>{tenant.owner && nameOf(tenant.owner)}</Fact>
        <Fact label={t('config.uploadAudit')}>{t(tenant.uploadAudit ? 'config.on' : 'config.off')}</Fact>
        <Fact label={t('factor.title')}>
          {t(tenant.factorRequired ? 'config.required' : 'config.optional')}
        </Fact>
        <Fact label={t('config.internal')}>{t(tenant.internal ? 'config.yes' : 'config.no')}</Fact>
        <Fact label={t('config.created')}>
          <span title={times.exact(tenant.createDateTime)}>{times.date(tenant.createDateTime)}</span>
        </Fact>
        <Fact label={t('config.id')}>
          <span className="mono">{tenant.id}</span>
        </Fact>
      </Facts>
    </Panel>
  )
}

/** Shows the days until the expiry: as a warning in the last 30 days, and as an error after expiry. */
function DaysLeft({ until }: { until: string }) {
  const t = useTexts(words)
  const days = Math.floor((new Date(until).getTime() - Date.now()) / day)
  if (days < 0) return <span className={classes.err}>{t('config.expired')}</span>
  return (
    <span className={days > 30 ? classes.plain : classes.warn}>{t('config.daysLeft', { count: days })}</span>
  )
}
