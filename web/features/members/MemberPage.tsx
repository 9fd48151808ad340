import { Button } from '@mantine/core'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { type AskAbout, useRowDialog } from '../../ui/useDialog.ts'
import type { DialogKind } from './Dialogs.tsx'
import { MemberList } from './MemberList.tsx'
import classes from './Members.module.css'
import type { MemberRow } from './members.ts'
import { TenantGate } from './TenantGate.tsx'
import type { Tenant } from './tenant.ts'

const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))

export type Ask = AskAbout<DialogKind, MemberRow>

/** /organizational-management/member-management */
export function MemberPage() {
  const { dialog, ask, close } = useRowDialog<DialogKind, MemberRow>()
  return (
    <TenantGate header={(tenant) => <Header tenant={tenant} ask={ask} />}>
      {(tenant) => (
        <>
          <MemberList tenant={tenant} ask={ask} />
          {dialog && tenant && (
            <Suspense fallback={null}>
              <Dialogs
                key={dialog.turn}
                tenant={tenant}
                kind={dialog.kind}
                rows={dialog.rows}
                done={dialog.done}
                opened={dialog.opened}
                onClose={close}
              />
            </Suspense>
          )}
        </>
      )}
    </TenantGate>
  )
}

function Header({ tenant, ask }: { tenant: Tenant | undefined; ask: Ask }) {
  const t = useTexts('members')
  const can = tenant?.viewerCan
  return (
    <PageHeader
      title={t('title')}
      context={
        tenant && (
          <span className={classes.context}>
            {t('context', {
              name: tenant.name,
              members: tenant.statistics.operatorCount,
              managers: tenant.statistics.managerCount,
            })}
          </span>
        )
      }
      actions={
        (can?.invite || can?.manageMembers) && (
          <>
            {can.invite && (
              <Button
                variant="default"
                leftSection={<IconLink size={16} stroke={1.6} aria-hidden />}
                onClick={() => ask('invite')}
              >
                {t('invite.title')}
              </Button>
            )}
            {can.manageMembers && (
              <Button
                leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
                onClick={() => ask('add')}
              >
                <span className={classes.wide}>{t('add.title')}</span>
                <span className={classes.narrow}>{t('add.short')}</span>
              </Button>
            )}
          </>
        )
      }
    />
  )
}
