import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { mayOpen } from '../../../../../contract/menu.ts'
import { useCurrentSession } from '../../../../lib/session/session.ts'
import { useTexts } from '../../../../lib/texts.ts'
import { useCopy } from '../../../../ui/display/clipboard.ts'
import type { DeviceDetail, OfflineReason } from '../../device.ts'
import type { OpenDialog } from '../../dialogs/dialogs.ts'
import classes from './Offline.module.css'
import { words } from './words.ts'

interface Props {
  device: DeviceDetail
  reason: OfflineReason
  manage: boolean
  open: OpenDialog
}

/** Element id of the connections panel, used in links to the panel. */
export const connectionsId = 'connections'

/**
 * Shows a button for the action that fixes the problem. Viewers without the necessary permission see whom to
 * contact.
 */
export function OfflineAction({ device, reason, manage, open }: Props) {
  const t = useTexts(words)
  const copy = useCopy()
  const organizations = useCurrentSession((session) => session !== null && mayOpen(session, 'oneTenant'))
  const { id, tenant, viewerCan } = device
  if (reason === 'RETIRED' || reason === 'PROTOCOL') return null
  if (reason === 'LOST')
    return (
      <Button onClick={() => document.getElementById(connectionsId)?.scrollIntoView({ behavior: 'smooth' })}>
        {t('do.connections')}
      </Button>
    )
  if (reason === 'CLIENT_ID') return <Button onClick={() => void copy(id)}>{t('do.copyId')}</Button>
  if (reason === 'ORGANIZATION_EXPIRED' && tenant && organizations)
    return (
      <Button
        // Mantine's types do not include the props of a router link.
        {...({
          component: Link,
          to: '/all-management/all-management/$id',
          params: { id: tenant.id },
        } as object)}
      >
        {t('do.organization')}
      </Button>
    )
  if (reason === 'SUSPENDED' && manage && viewerCan.statuses.includes('ACTIVE'))
    return (
      <Button onClick={() => open('changeStatus', [device], { status: 'ACTIVE' })}>{t('do.enable')}</Button>
    )
  if (reason === 'EXPIRED' && manage)
    return <Button onClick={() => open('renew', [device])}>{t('do.renew')}</Button>
  const credential = !['SUSPENDED', 'EXPIRED', 'ORGANIZATION_EXPIRED'].includes(reason)
  if (credential && manage)
    return (
      <Button onClick={() => open('makeCredential', [device])}>
        {t(reason === 'CREDENTIAL_NONE' ? 'do.makeCredential' : 'do.again')}
      </Button>
    )
  return <span className={classes.who}>{t('who')}</span>
}
