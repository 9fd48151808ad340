import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconLogin2, IconPencil } from '#icons'
import { IconCalendarPlus } from '#icons/page'
import { pageRoute } from '../../lib/page.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { usePageName } from '../../lib/titles/usePageName.ts'
import { AuditPanel } from '../../shared/audit/AuditPanel.tsx'
import { tenantTones } from '../../shared/states/tones.ts'
import { CopyButton } from '../../ui/display/CopyButton.tsx'
import { Initial } from '../../ui/display/Initial.tsx'
import { Bar } from '../../ui/feedback/Bar.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { StatusText, Tag } from '../../ui/feedback/StatusText.tsx'
import columns from '../../ui/layout/Columns.module.css'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { type TenantDetail, tenantOptions } from './allTenants.ts'
import { useTenantDialogs } from './dialogs.ts'
import { TenantActions } from './TenantActions.tsx'
import { TenantFacts } from './TenantFacts.tsx'
import classes from './TenantPage.module.css'
import { useEnterTenant, useReviewOpen } from './useEnterTenant.ts'
import { words } from './words.ts'

const route = pageRoute('oneTenant')
const listPath = '/all-management/all-management'

/** /all-management/all-management/ID: one organization, for viewers who can manage all organizations. */
export function TenantPage() {
  const t = useTexts(words)
  const { id } = route.useParams()
  const query = useQuery(tenantOptions(id))
  const { data, error, isFetching } = query

  if (data) return <Detail tenant={data} />
  if (data === null) {
    return (
      <State>
        <EmptyState
          title={t('detail.gone')}
          actions={
            <Link to={listPath} className="link">
              {t('detail.back')}
            </Link>
          }
        >
          {t('detail.goneText')}
        </EmptyState>
      </State>
    )
  }
  if (error && !isFetching) {
    return (
      <State>
        <LoadError title={t('detail.failed')} query={query} />
      </State>
    )
  }
  return (
    <State>
      <div className={classes.bars} aria-busy="true">
        <Bar width={240} height={24} />
        <Bar height={200} />
      </div>
    </State>
  )
}

function State({ children }: { children: ReactNode }) {
  const t = useTexts(words)
  return (
    <>
      <PageHeader title={t('title')} />
      <Panel>{children}</Panel>
    </>
  )
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

function Detail({ tenant }: { tenant: TenantDetail }) {
  const t = useTexts(words)
  const { open, dialog } = useTenantDialogs()
  const { admin } = useSession()
  const enter = useEnterTenant()
  const navigate = useNavigate()
  const { id, name, status, viewerCan: can } = tenant
  usePageName(name)
  const confirmed = status === 'FINISH' || status === 'EXPIRED'

  return (
    <>
      <header className={classes.header}>
        <Initial name={name} size={40} own square />
        <div className={classes.names}>
          <div className={classes.title}>
            <h1>{name}</h1>
            <StatusText tone={tenantTones[status]}>{t(`status.${status}`)}</StatusText>
            {tenant.internal && <Tag tone="info">{t('tagInternal')}</Tag>}
          </div>
          <div className={classes.id}>
            <span className="mono">{id}</span>
            <CopyButton inline label={t('detail.copyId')} text={id} />
          </div>
        </div>
        <div className={classes.actions}>
          {can.administer && confirmed && (
            <Button
              variant="default"
              leftSection={<IconCalendarPlus {...icon} />}
              onClick={() => open('extend', [tenant])}
            >
              {t('extend')}
            </Button>
          )}
          {can.edit && can.administer && (
            <Button
              variant="default"
              leftSection={<IconPencil {...icon} />}
              onClick={() => open('edit', [tenant])}
            >
              {t('edit')}
            </Button>
          )}
          <TenantActions row={tenant} open={open} detail={{ gone: () => void navigate({ to: listPath }) }} />
          {can.enter && (
            <Button leftSection={<IconLogin2 {...icon} />} onClick={() => void enter(tenant)}>
              {t('enter')}
            </Button>
          )}
        </div>
      </header>
      <StateNotice tenant={tenant} />
      <div className={columns.columns}>
        <TenantFacts tenant={tenant} />
        {admin && <AuditPanel targetId={id} tenantId={id} />}
      </div>
      {dialog}
    </>
  )
}

function StateNotice({ tenant: { name, status, reject } }: { tenant: TenantDetail }) {
  const t = useTexts(words)
  const reviewOpen = useReviewOpen()
  if (status === 'FINISH') return null
  return (
    <div className={classes.notice}>
      {status === 'PREPARE' ? (
        <Notice>
          {t('detail.PREPARE')}{' '}
          {reviewOpen && (
            <Link to="/all-management/audit-management" search={{ q: name }} className="link">
              {t('toReview')}
            </Link>
          )}
        </Notice>
      ) : status === 'REJECT' ? (
        <Notice tone="err">{t('detail.REJECT', { reason: reject ?? '' })}</Notice>
      ) : (
        <Notice tone="warn">{t('detail.EXPIRED')}</Notice>
      )}
    </div>
  )
}
