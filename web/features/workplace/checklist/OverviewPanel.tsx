import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayOpen, pathOf } from '../../../../contract/menu.ts'
import { graphql, request } from '../../../lib/graphql.ts'
import { queryKeys } from '../../../lib/queryKeys.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useTimes } from '../../../lib/time/time.ts'
import { areaNames } from '../../../shared/areas/areaNames.ts'
import { StatusText } from '../../../ui/feedback/StatusText.tsx'
import { Fact, Facts } from '../../../ui/layout/Facts.tsx'
import { PanelOf } from '../panels/PanelOf.tsx'
import { eachMinute } from '../workplace.ts'
import { words } from './words.ts'

const overviewQuery = graphql(`
  query GetTenant($id: ID!) {
    getTenant(id: $id) {
      expireAt
      owner { id name }
      areas { name children { name children { name } } }
      statistics { operatorCount deviceCount }
      viewerCan { invite }
    }
  }
`)

export const overviewOptions = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.tenant, id, 'overview'],
    queryFn: async ({ signal }) => (await request(overviewQuery, { id }, signal)).getTenant,
    ...eachMinute,
  })

export function OverviewPanel({ tenantId }: { tenantId: string }) {
  const t = useTexts(words)
  const times = useTimes()
  const session = useSession()
  return (
    <PanelOf
      query={useQuery(overviewOptions(tenantId))}
      title={t('overview')}
      bars={['40%', '55%', '30%', '30%', '70%', '45%']}
      actions={
        mayOpen(session, 'organizationConfiguration') && (
          <Link to={pathOf('organizationConfiguration')} className="link">
            {t('configuration')}
          </Link>
        )
      }
    >
      {(tenant) =>
        tenant && (
          <Facts>
            <Fact label={t('status')}>
              <StatusText tone="ok">{t('active')}</StatusText>
            </Fact>
            <Fact label={t('owner')}>
              {tenant.owner &&
                (tenant.owner.id === session.auth.id
                  ? t('you', { name: tenant.owner.name })
                  : tenant.owner.name)}
            </Fact>
            <Fact label={t('members')}>{t('membersCount', { count: tenant.statistics.operatorCount })}</Fact>
            <Fact label={t('devices')}>{t('devicesCount', { count: tenant.statistics.deviceCount })}</Fact>
            <Fact label={t('area')}>{areaNames(tenant.areas)[0]?.replaceAll(' / ', ' ')}</Fact>
            <Fact label={t('until2')}>{tenant.expireAt ? times.date(tenant.expireAt) : t('forever')}</Fact>
          </Facts>
        )
      }
    </PanelOf>
  )
}
