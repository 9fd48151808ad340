import { Button } from '@mantine/core'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useTenantDialogs } from '../dialogs.ts'
import type { Tenant } from '../tenant.ts'
import { words } from '../words.ts'
import classes from './Configuration.module.css'

/**
 * Shows buttons to transfer, leave and delete the organization, if the viewer is permitted to do so. Explains
 * why the owner cannot leave. Renders nothing if there is neither a button nor an explanation.
 */
export function DangerPanel({ tenant }: { tenant: Tenant }) {
  const t = useTexts(words)
  const { auth } = useSession()
  const { open, dialog } = useTenantDialogs()
  const can = tenant.viewerCan
  const owns = tenant.owner?.id === auth.id
  if (!can.handOver && !can.leave && !can.delete && !owns) return null

  return (
    <Panel title={t('config.danger')} padded={false}>
      <ul className={classes.actions}>
        {can.handOver && (
          <Action
            title={t('handOver.title')}
            text={t('config.handOverText')}
            onClick={() => open('handOver', [tenant])}
          />
        )}
        {(can.leave || owns) && (
          <Action
            title={t('config.leave')}
            text={t(can.leave ? 'config.leaveText' : stayingOwner(tenant))}
            onClick={can.leave ? () => open('leave', [tenant], { to: 'leave' }) : undefined}
          />
        )}
        {can.delete && (
          <Action
            title={t('config.delete')}
            text={t('config.deleteText')}
            onClick={() => open('leave', [tenant], { to: 'delete' })}
          />
        )}
      </ul>
      {dialog}
    </Panel>
  )
}

/** Returns the key of the text that explains why the owner cannot leave, and what to do instead. */
function stayingOwner({ viewerCan, statistics }: Tenant) {
  if (viewerCan.delete && statistics.operatorCount === 1) return 'config.leaveAlone'
  return statistics.operatorCount === 1 ? 'config.leaveDevices' : 'config.leaveOwner'
}

function Action({
  title,
  text,
  onClick,
}: {
  title: string
  text: string
  onClick: (() => void) | undefined
}) {
  return (
    <li className={classes.action}>
      <div className={classes.actionText}>
        <div className={classes.actionTitle}>{title}</div>
        <div className={classes.hint}>{text}</div>
      </div>
      {onClick && (
        <Button variant="default" className={classes.danger} onClick={onClick}>
          {title}
        </Button>
      )}
    </li>
  )
}
