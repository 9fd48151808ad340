import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconUserOff } from '#icons/page'
import { pageRoute } from '../../../lib/page.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { usePageName } from '../../../lib/titles/usePageName.ts'
import { AuditPanel } from '../../../shared/audit/AuditPanel.tsx'
import { Bar } from '../../../ui/feedback/Bar.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { ActionItems } from '../../../ui/layout/Actions.tsx'
import { MoreMenu } from '../../../ui/layout/MoreMenu.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { accountActions } from '../AccountActions.tsx'
import { AccountStatus } from '../AccountStatus.tsx'
import { type Account, accountDetailOptions } from '../accounts.ts'
import { type OpenDialog, useAccountDialogs } from '../dialogs/dialogs.ts'
import { words } from '../words.ts'
import { AccountIdentities } from './AccountIdentities.tsx'
import { AccountProfile } from './AccountProfile.tsx'
import { AccountSessions } from './AccountSessions.tsx'
import { CodesPanel } from './CodesPanel.tsx'
import classes from './Detail.module.css'
import { FactorResetPanel } from './FactorResetPanel.tsx'
import { MembershipsPanel } from './MembershipsPanel.tsx'

const route = pageRoute('accountDetail')

/** /all-management/account-management/ID: everything about an account that the viewer can see and do. */
export function AccountDetailPage() {
  const t = useTexts(words)
  const { id } = route.useParams()
  const query = useQuery(accountDetailOptions(id))
  const { data, error, isFetching } = query
  const { open, dialog } = useAccountDialogs()

  if (data === null)
    return (
      <Panel>
        <EmptyState
          icon={<IconUserOff size={26} stroke={1.6} />}
          headingLevel={1}
          title={t('detail.gone')}
          actions={
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/all-management/account-management" {...props} />}
            >
              {t('detail.back')}
            </Button>
          }
        >
          {t('detail.goneText')}
        </EmptyState>
      </Panel>
    )
  if (error && !data && !isFetching)
    return (
      <Panel>
        <LoadError headingLevel={1} title={t('detail.failed')} query={query} />
      </Panel>
    )
  if (!data) return <DetailSkeleton />
  return (
    <>
      <Header account={data} open={open} />
      <Panels account={data} open={open} />
      {dialog}
    </>
  )
}

function Header({ account, open }: { account: Account; open: OpenDialog }) {
  const t = useTexts(words)
  const can = account.viewerCan
  usePageName(account.name)
  const more = can.enable || can.disable || can.endSessions || can.appoint || can.dismiss || can.close
  return (
    <PageHeader
      title={account.name}
      context={<AccountStatus row={account} />}
      actions={
        (can.update || can.resetPassword || more) && (
          <>
            {more && (
              <MoreMenu label={t('detail.more')}>
                <ActionItems
                  actions={accountActions(
                    { ...account, viewerCan: { ...can, update: false } },
                    open,
                    t,
                  ).slice(1)}
                />
              </MoreMenu>
            )}
            {can.update && <Button onClick={() => open('edit', [account])}>{t('edit')}</Button>}
          </>
        )
      }
    />
  )
}

function Panels({ account, open }: { account: Account; open: OpenDialog }) {
  const { admin } = useSession()
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <AccountProfile account={account} />
        <CodesPanel key={String(account.authInfo.authCodes)} account={account} />
      </div>
      <div className={classes.column}>
        <MembershipsPanel account={account} />
        <AccountIdentities account={account} open={open} />
        <FactorResetPanel account={account} open={open} />
        {account.viewerCan.seeSessions && (
          <AccountSessions account={account} onEndAll={() => open('endSessions', [account])} />
        )}
        {/* Only administrators can read the audit log of other accounts. */}
        {admin && (
          <AuditPanel targetId={account.id} to="/all-management/record" search={{ target: account.id }} />
        )}
      </div>
    </div>
  )
}

/** Skeleton of the page, with the real panels and titles. */
function DetailSkeleton() {
  const t = useTexts(words)
  return (
    <div aria-busy="true">
      <PageHeader title={t('profile.title')} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Panel title={t('profile.title')}>
            <Bars widths={['45%', '80%', '60%', '50%', '70%', '40%']} />
          </Panel>
          <Panel title={t('codes.title')}>
            <Bars widths={['50%', '60%', '45%']} />
          </Panel>
        </div>
        <div className={classes.column}>
          <Panel title={t('tenants.title')}>
            <Bars widths={['60%', '40%', '55%']} />
          </Panel>
        </div>
      </div>
    </div>
  )
}

const Bars = ({ widths }: { widths: readonly string[] }) => (
  <div className={classes.bars}>
    {widths.map((width) => (
      <Bar key={width} width={width} />
    ))}
  </div>
)
