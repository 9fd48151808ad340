import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useSession } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import classes from './Configuration.module.css'
import type { DangerKind } from './DangerDialogs.tsx'
import type { Tenant } from './tenant.ts'

const DangerDialogs = lazy(async () => ({ default: (await import('./DangerDialogs.tsx')).DangerDialogs }))

/** Handing over, leaving, deleting: as far as the viewer may. Nothing where they may none of it. */
export function DangerPanel({ tenant }: { tenant: Tenant }) {
  const t = useTexts('members')
  const { auth } = useSession()
  const { dialog, open: ask, close } = useDialog<{ kind: DangerKind }>()
  const open = (kind: DangerKind) => ask({ kind })
  const can = tenant.viewerCan
  const owns = tenant.owner?.id === auth.id
  if (!can.handOver && !can.leave && !can.delete && !owns) return null

  return (
    <Panel title={t('config.danger')} padded={false}>
      <ul className={classes.deeds}>
        {can.handOver && (
          <Deed
            title={t('handOver.title')}
            text={t('config.handOverText')}
            onClick={() => open('handOver')}
          />
        )}
        {(can.leave || owns) && (
          <Deed
            title={t('config.leave')}
            text={can.leave ? t('config.leaveText') : t('config.leaveOwner')}
            onClick={can.leave ? () => open('leave') : undefined}
          />
        )}
        {can.delete && (
          <Deed title={t('config.delete')} text={t('config.deleteText')} onClick={() => open('delete')} />
        )}
      </ul>
      {dialog && (
        <Suspense fallback={null}>
          <DangerDialogs
            key={dialog.turn}
            tenant={tenant}
            kind={dialog.kind}
            opened={dialog.opened}
            onClose={close}
          />
        </Suspense>
      )}
    </Panel>
  )
}

function Deed({ title, text, onClick }: { title: string; text: string; onClick: (() => void) | undefined }) {
  return (
    <li className={classes.deed}>
      <div className={classes.deedText}>
        <div className={classes.deedTitle}>{title}</div>
        <div className={classes.hint}>{text}</div>
      </div>
      {onClick && (
        <Button variant="default" className={classes.danger!} onClick={onClick}>
          {title}
        </Button>
      )}
    </li>
  )
}
