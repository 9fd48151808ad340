import { Button } from '@mantine/core'
import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs'
import { useQuery } from '@tanstack/react-query'
import { limits } from '../../../contract/limits.ts'
import { pageRoute } from '../../lib/page.ts'
import { useOwnQuery } from '../../lib/pageView.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Deliveries } from './Deliveries.tsx'
import { useWebhookDialogs } from './dialogs.ts'
import { FigureStrip } from './FigureStrip.tsx'
import type { Search } from './search.ts'
import { WebhookList } from './WebhookList.tsx'
import classes from './Webhooks.module.css'
import { webhooksOptions } from './webhooks.ts'
import { words } from './words.ts'

const [platform, tenant] = [pageRoute('platformWebhooks'), pageRoute('tenantWebhooks')]

/** /all-management/webhooks: where events of the whole platform are sent. */
export const PlatformWebhooksPage = () => <WebhooksPage tenantId={null} search={platform.useSearch()} />
/** /organizational-management/webhooks: those of the organization that the session is in. */
export function TenantWebhooksPage() {
  const { tenantId } = useSession()
  return <WebhooksPage key={tenantId} tenantId={tenantId} search={tenant.useSearch()} />
}

function WebhooksPage({ tenantId, search }: { tenantId: string | null; search: Search }) {
  const t = useTexts(words)
  const { auth } = useSession()
  const setQuery = useOwnQuery()
  const { open, dialog } = useWebhookDialogs()
  const query = useQuery(webhooksOptions(tenantId))
  const { data, error, isFetching } = query
  const chosen = data?.find(({ id }) => id === search.webhook) ?? data?.[0]
  const create = () => open('create', [], { tenantId, onCreated: (webhook: string) => setQuery({ webhook }) })
  const full = (data?.length ?? 0) >= limits.webhooks.each

  return (
    <>
      <PageHeader
        title={t('title')}
        context={tenantId ? auth.tenants.find(({ id }) => id === tenantId)?.name : t('ofPlatform')}
        actions={
          data &&
          data.length > 0 && (
            <Button
              onClick={create}
              disabled={full}
              title={full ? t('full', { max: data.length }) : undefined}
            >
              {t('create')}
            </Button>
          )
        }
      />
      {data?.length === 0 ? (
        <Panel>
          <EmptyState
            icon={<IconWebhook size={26} stroke={1.6} />}
            title={t('emptyTitle')}
            actions={<Button onClick={create}>{t('create')}</Button>}
          >
            {t('emptyText')}
          </EmptyState>
        </Panel>
      ) : data ? (
        <div className={classes.page}>
          <WebhookList webhooks={data} ofTenant={tenantId !== null} chosen={chosen?.id} open={open} />
          {chosen && <FigureStrip webhook={chosen} />}
          {chosen && <Deliveries key={chosen.id} webhook={chosen} search={search} />}
        </div>
      ) : (
        <Panel>
          {error && !isFetching ? (
            <LoadError title={t('failed')} query={query} />
          ) : (
            <div className={classes.loading} role="status" aria-label={t('loading')}>
              <Bar width={320} />
              <Bar width={240} />
            </div>
          )}
        </Panel>
      )}
      {dialog}
    </>
  )
}
