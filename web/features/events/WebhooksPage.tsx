import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconAppsOff } from '#icons/page'
import { eventTypes, tenantEventTypes } from '../../../contract/events.ts'
import { pageRoute } from '../../lib/page.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { programOptions } from './program.ts'
import type { Search } from './search.ts'
import { Loading, Webhooks } from './Webhooks.tsx'
import { words } from './words.ts'

const [platform, tenant] = [pageRoute('platformWebhooks'), pageRoute('tenantWebhooks')]

/** /all-management/webhooks: the webhooks of the platform, or of one application. */
export function PlatformWebhooksPage() {
  const t = useTexts(words)
  const search = platform.useSearch()
  if (search.application) return <ProgramWebhooks tenantId={null} id={search.application} search={search} />
  return (
    <Webhooks
      owner={{ tenantId: null }}
      offered={eventTypes}
      context={t('ofPlatform')}
      emptyText={t('emptyText')}
      search={search}
    />
  )
}

/**
 * /organizational-management/webhooks: the webhooks of the current organization, or of one of its service
 * accounts.
 */
export function TenantWebhooksPage() {
  const t = useTexts(words)
  const { tenantId, auth } = useSession()
  const search = tenant.useSearch()
  if (search.application)
    return <ProgramWebhooks key={tenantId} tenantId={tenantId} id={search.application} search={search} />
  return (
    <Webhooks
      key={tenantId}
      owner={{ tenantId }}
      offered={tenantEventTypes}
      context={auth.tenants.find(({ id }) => id === tenantId)?.name}
      emptyText={t('emptyText')}
      search={search}
    />
  )
}

interface Props {
  /** The organization of the service account, or null for an application of the platform. */
  tenantId: string | null
  id: string
  search: Search
}

function ProgramWebhooks({ tenantId, id, search }: Props) {
  const t = useTexts(words)
  const query = useQuery(programOptions(tenantId, id))
  const { data, error, isFetching } = query
  if (!data)
    return (
      <>
        <PageHeader title={t('title')} />
        <Panel>
          {data === null ? (
            <EmptyState icon={<IconAppsOff size={26} stroke={1.6} />} title={t('programGone')} />
          ) : error && !isFetching ? (
            <LoadError title={t('programFailed')} query={query} />
          ) : (
            <Loading />
          )}
        </Panel>
      </>
    )
  const { name, offered, changeable } = data
  return (
    <Webhooks
      owner={{ applicationId: id }}
      offered={offered}
      context={
        tenantId ? (
          <Link className="link" to="/organizational-management/service-accounts">
            {t('ofService', { name })}
          </Link>
        ) : (
          <Link className="link" to="/all-management/application-management/$id" params={{ id }}>
            {t('ofApplication', { name })}
          </Link>
        )
      }
      emptyText={t(
        !changeable
          ? 'fixed'
          : offered.length
            ? 'emptyProgram'
            : tenantId
              ? 'neverService'
              : 'neverApplication',
      )}
      fixed={!changeable}
      search={search}
    />
  )
}
