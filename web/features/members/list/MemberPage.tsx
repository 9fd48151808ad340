import { Button } from '@mantine/core'
import { IconLink } from '#icons/page'
import { useTexts } from '../../../lib/texts.ts'
import { words as invitations } from '../../../shared/invitations/words.ts'
import { NewButton } from '../../../ui/layout/NewButton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { type OpenDialog, useMemberDialogs } from '../dialogs.ts'
import { TenantGate } from '../TenantGate.tsx'
import type { Tenant } from '../tenant.ts'
import { words } from '../words.ts'
import { MemberList } from './MemberList.tsx'

/** /organizational-management/member-management: the members of the current organization. */
export function MemberPage() {
  const { open, dialog } = useMemberDialogs()
  return (
    <TenantGate header={(tenant) => <Header tenant={tenant} open={open} />}>
      {(tenant) => (
        <>
          <MemberList tenant={tenant} open={open} />
          {tenant && dialog}
        </>
      )}
    </TenantGate>
  )
}

function Header({ tenant, open }: { tenant: Tenant | undefined; open: OpenDialog }) {
  const t = useTexts(words)
  const invitation = useTexts(invitations)
  const can = tenant?.viewerCan
  return (
    <PageHeader
      title={t('title')}
      context={
        tenant &&
        t('context', {
          name: tenant.name,
          members: t('context.members', { count: tenant.statistics.operatorCount }),
          managers: t('context.managers', { count: tenant.statistics.managerCount }),
        })
      }
      actions={
        (can?.invite || can?.manageMembers) && (
          <>
            {can.invite && (
              <Button
                variant="default"
                leftSection={<IconLink size={16} stroke={1.6} aria-hidden />}
                onClick={() => open('invite')}
              >
                {invitation('title')}
              </Button>
            )}
            {can.manageMembers && (
              <NewButton label={t('add.title')} short={t('add.short')} onClick={() => open('add')} />
            )}
          </>
        )
      }
    />
  )
}
