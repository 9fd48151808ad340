import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '#icons'
import { IconRobot } from '#icons/page'
import { limits } from '../../../../contract/limits.ts'
import { loadConfig } from '../../../lib/config.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CopyButton } from '../../../ui/display/CopyButton.tsx'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import applications from '../Applications.module.css'
import { useServiceAccountDialogs } from './dialogs.ts'
import { ServiceAccountRow } from './ServiceAccountRow.tsx'
import classes from './ServiceAccounts.module.css'
import { serviceAccountsOptions } from './serviceAccounts.ts'
import { words } from './words.ts'

/** /organizational-management/service-accounts: the service accounts of the current organization. */
export function ServiceAccountsPage() {
  const t = useTexts(words)
  const { auth, tenantId } = useSession()
  const { open, dialog } = useServiceAccountDialogs()
  const query = useQuery(serviceAccountsOptions(tenantId))
  const { data, error, isFetching } = query
  const max = limits.serviceAccounts
  const full = (data?.length ?? 0) >= max
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
      disabled={full}
      title={full ? t('full', { max }) : undefined}
      onClick={() => open('create', [], { tenantId })}
    >
      {t('create')}
    </Button>
  )

  return (
    <>
      <PageHeader
        title={t('title')}
        context={auth.tenants.find(({ id }) => id === tenantId)?.name}
        actions={data?.length ? create : undefined}
      />
      <div className={classes.page}>
        {data?.length === 0 ? (
          <Panel>
            <EmptyState icon={<IconRobot size={26} stroke={1.6} />} title={t('empty.title')} actions={create}>
              {t('empty.text')}
            </EmptyState>
          </Panel>
        ) : data ? (
          <>
            <Panel title={t('title')} count={data.length} padded={false}>
              <ul className={classes.list}>
                {data.map((account) => (
                  <ServiceAccountRow key={account.id} account={account} open={open} />
                ))}
              </ul>
            </Panel>
            <UsePanel tenantId={tenantId} />
          </>
        ) : (
          <Panel>
            {error && !isFetching ? (
              <LoadError title={t('failed')} query={query} />
            ) : (
              <div className={classes.page} role="status" aria-label={t('loading')}>
                <Bar width={320} />
                <Bar width={240} />
              </div>
            )}
          </Panel>
        )}
      </div>
      {dialog}
    </>
  )
}

/** Explains how to request and use an access token. */
function UsePanel({ tenantId }: { tenantId: string }) {
  const t = useTexts(words)
  const { data: config } = useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: 600_000 })
  const { origin } = window.location
  const text = `TOKEN=$(curl -s -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials \\
  ${origin}/realms/${config?.realm ?? 'reeve'}/protocol/openid-connect/token | jq -r .access_token)

curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"query": "{ queryDevice(tenantId: \\"${tenantId}\\") { count data { id name } } }"}' \\
  ${origin}/api/services/backend/actions/graphql
`
  return (
    <Panel title={t('use')} actions={<CopyButton label={t('copyUse')} text={text} />}>
      <p className={classes.about}>{t('useText')}</p>
      <pre className={applications.code}>{text}</pre>
    </Panel>
  )
}
