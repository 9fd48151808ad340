import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconUserOff } from '#icons'
import { pageRoute } from '../../../lib/page.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { usePageName } from '../../../lib/titles/usePageName.ts'
import { AuditPanel } from '../../../shared/audit/AuditPanel.tsx'
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
import { AccountSkeleton } from './AccountSkeleton.tsx'
import { CodesPanel } from './CodesPanel.tsx'
import classes from './Detail.module.css'
import { FactorsPanel } from './FactorsPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { TenantsPanel } from './TenantsPanel.tsx'

const route = pageRoute('accountDetail')

/** /all-management/account-management/ID: everything that the viewer can see of an account and do with it. */
export function AccountPage() {
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
  if (!data) return <AccountSkeleton />
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
        <ProfilePanel account={account} />
        <CodesPanel key={String(account.authInfo.authCodes)} account={account} />
      </div>
      <div className={classes.column}>
        <TenantsPanel account={account} />
        <FactorsPanel account={account} open={open} />
        {account.viewerCan.seeSessions && (
          <SessionsPanel account={account} onEndAll={() => open('endSessions', [account])} />
        )}
        {/* Only administrators can read the audit log of other accounts. */}
        {admin && (
          <AuditPanel targetId={account.id} to="/all-management/record" search={{ target: account.id }} />
        )}
      </div>
    </div>
  )
}
