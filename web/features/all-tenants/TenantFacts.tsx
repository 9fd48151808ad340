import { number } from '../../lib/numbers.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { areaNames } from '../../shared/areas/areaNames.ts'
import { words as formWords } from '../../shared/tenant-form/words.ts'
import { Initial } from '../../ui/display/Initial.tsx'
import { Tag } from '../../ui/feedback/StatusText.tsx'
import { groupedPhone, nationalPhone, shownPhone } from '../../ui/fields/digits.ts'
import columns from '../../ui/layout/Columns.module.css'
import { Fact, Facts, Figures } from '../../ui/layout/Facts.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { TenantDetail } from './allTenants.ts'
import { Expiry } from './Expiry.tsx'
import classes from './TenantPage.module.css'
import { words } from './words.ts'

/** Shows the details, size, expiry, owner and managers of an organization. */
export function TenantFacts({ tenant }: { tenant: TenantDetail }) {
  return (
    <div className={columns.column}>
      <Size tenant={tenant} />
      <Basics tenant={tenant} />
      <People tenant={tenant} />
    </div>
  )
}

function Size({ tenant: { statistics, ...tenant } }: { tenant: TenantDetail }) {
  const t = useTexts(words)
  return (
    <Panel title={t('detail.facts')}>
      <Figures>
        <Fact label={t('members')}>{number(statistics.operatorCount)}</Fact>
        <Fact label={t('managers')}>{number(statistics.managerCount)}</Fact>
        <Fact label={t('devices')}>{number(statistics.deviceCount)}</Fact>
        <Fact label={t('online')}>{number(statistics.onlineDeviceCount)}</Fact>
      </Figures>
      <Facts wide>
        <Fact label={t('detail.expireAt')}>
          <Expiry row={tenant} />
        </Fact>
        <Fact label={t('detail.uploadAudit')}>{t(tenant.uploadAudit ? 'detail.on' : 'detail.off')}</Fact>
        <Fact label={t('internal')}>{t(tenant.internal ? 'detail.yes' : 'detail.no')}</Fact>
      </Facts>
    </Panel>
  )
}

function Basics({ tenant }: { tenant: TenantDetail }) {
  const t = useTexts(words)
  const form = useTexts(formWords)
  const times = useTimes()
  const { contact } = tenant
  const areas = areaNames(tenant.areas)
  return (
    <Panel title={t('detail.basics')}>
      <Facts wide>
        <Fact label={t('areas')}>
          {areas.length > 0 && areas.map((name) => <div key={name}>{name}</div>)}
        </Fact>
        <Fact label={t('form.address')}>{tenant.address}</Fact>
        <Fact label={t('contact')}>{contact?.name}</Fact>
        <Fact label={form('contactPhone')}>
          {contact && groupedPhone(nationalPhone(contact.mobilePhone))}
        </Fact>
        <Fact label={form('contactEmail')}>{contact?.email}</Fact>
        <Fact label={t('form.reference')}>{tenant.reference}</Fact>
        <Fact label={t('detail.creator')}>{tenant.creator?.name}</Fact>
        <Fact label={t('created')}>{times.dateTime(tenant.createDateTime)}</Fact>
        <Fact label={t('detail.modified')}>{times.dateTime(tenant.modifyDateTime)}</Fact>
      </Facts>
    </Panel>
  )
}

function People({ tenant: { owner, managers } }: { tenant: TenantDetail }) {
  const t = useTexts(words)
  return (
    <Panel title={t('detail.people')} count={managers.length + (owner ? 1 : 0)}>
      <ul className={classes.people}>
        {owner && <Person name={owner.name} phone={owner.profile.mobilePhone} tag={t('owner')} />}
        {managers.map(({ id, name, profile }) => (
          <Person
            key={id}
            name={name}
            phone={profile.mobilePhone}
            tag={profile.enabled ? undefined : t('detail.disabled')}
          />
        ))}
      </ul>
    </Panel>
  )
}

function Person({ name, phone, tag }: { name: string; phone: string | null; tag: string | undefined }) {
  return (
    <li>
      <Initial name={name} size={28} />
      <span className={classes.person}>{name}</span>
      {tag && <Tag>{tag}</Tag>}
      <span className={classes.phone}>{shownPhone(phone)}</span>
    </li>
  )
}
