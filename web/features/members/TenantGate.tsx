import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconUserOff } from '#icons/page'
import { landingPath } from '../../../contract/limits.ts'
import { takesApplications } from '../../lib/config.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTimes } from '../../lib/time/time.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './Members.module.css'
import { type Tenant, tenantOptions } from './tenant.ts'
import { words } from './words.ts'

/**
 * Wraps the pages of an organization. Shows the page, or the reason why it is not available. `tenant` is
 * undefined while the organization loads.
 */
export function TenantGate({
  header,
  children,
}: {
  header: (tenant?: Tenant) => ReactNode
  children: (tenant?: Tenant) => ReactNode
}) {
  const t = useTexts(words)
  const times = useTimes()
  const { tenantId, personal } = useSession()
  const query = useQuery({ ...tenantOptions(tenantId), enabled: !personal })
  const { data, error, isFetching } = query

  if (personal)
    return (
      <Nothing
        header={header()}
        title={t('gate.personal')}
        text={t(takesApplications() ? 'gate.personalText' : 'gate.personalPrivate')}
      />
    )
  if (data === null) return <Nothing header={header()} title={t('gate.gone')} text={t('gate.goneText')} />
  if (error && !data && !isFetching) {
    return (
      <>
        {header()}
        <Panel>
          <LoadError title={t('gate.failed')} query={query} />
        </Panel>
      </>
    )
  }
  return (
    <>
      {header(data)}
      {data?.status === 'EXPIRED' && (
        <div className={classes.notice}>
          <Notice tone="warn">
            {t(data.viewerCan.administer ? 'gate.expiredAdmin' : 'gate.expired', {
              date: data.expireAt ? times.date(data.expireAt) : '—',
            })}
          </Notice>
        </div>
      )}
      {children(data)}
    </>
  )
}

function Nothing({ header, title, text }: { header: ReactNode; title: string; text: string }) {
  const t = useTexts(words)
  const navigate = useNavigate()
  return (
    <>
      {header}
      <Panel>
        <EmptyState
          icon={<IconUserOff size={26} stroke={1.6} />}
          title={title}
          actions={
            <Button variant="default" onClick={() => void navigate({ to: landingPath })}>
              {t('gate.toAccount')}
            </Button>
          }
        >
          {text}
        </EmptyState>
      </Panel>
    </>
  )
}
