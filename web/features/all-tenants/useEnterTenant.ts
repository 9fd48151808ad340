import { useNavigate } from '@tanstack/react-router'
import { mayOpen } from '../../../contract/menu.ts'
import { currentSession, useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { mayLeave } from '../../ui/dialogs/unsaved.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { words } from './words.ts'

export const membersPath = '/organizational-management/member-management'
export const devicesPath = '/all-management/device-management'

/**
 * Returns a function that switches to an organization and opens one of its pages. This also updates the menu
 * and the organization switcher.
 */
export function useEnterTenant() {
  const t = useTexts(words)
  const navigate = useNavigate()
  const { visitTenant } = useSession()
  return async ({ id, name }: { id: string; name: string }, path = membersPath) => {
    if (!(await mayLeave())) return
    await visitTenant({ id, name })
    if (currentSession()?.tenantId !== id) return toast('err', t('notEntered', { name }))
    toast('ok', t('entered', { name }), 'tenant')
    await navigate({ to: path })
  }
}

/**
 * Whether the viewer can open the list of all devices (`useDevicesOpen`) or the review queue
 * (`useReviewOpen`).
 */
export const useDevicesOpen = (): boolean => mayOpen(useSession(), 'deviceManagement')
export const useReviewOpen = (): boolean => mayOpen(useSession(), 'auditManagement')
