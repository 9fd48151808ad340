import { useNavigate } from '@tanstack/react-router'
import { pagesOf, permittedMenu } from '../../../contract/menu.ts'
import { currentSession, useSession } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { mayLeave } from '../../ui/dialogs/unsaved.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { words } from './words.ts'

export const membersPath = '/organizational-management/member-management'
export const devicesPath = '/all-management/device-management'
const reviewPath = '/all-management/audit-management'

/** Into an organization, as its own: menu and switcher follow. The page that then opens is one of it. */
export function useEnter() {
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

function useOpen(path: string): boolean {
  const session = useSession()
  return pagesOf(permittedMenu(session)).some((page) => page.path === path)
}

/** Whether the session may open the pages of all devices, and the review queue. */
export const useDevicesOpen = (): boolean => useOpen(devicesPath)
export const useReviewOpen = (): boolean => useOpen(reviewPath)
