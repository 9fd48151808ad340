import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconListCheck } from '#icons'
import { first } from '../../../contract/required.ts'
import {
  checklistOptions,
  checklistOwner,
  isComplete,
  usePutAway,
} from '../../features/workplace/checklist/checklist.ts'
import { words } from '../../features/workplace/checklist/words.ts'
import { scopesOf } from '../../features/workplace/workplace.ts'
import type { Session } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Menu item that shows a dismissed checklist again, if it has not been completed. */
export function ChecklistItem({ session }: { session: Session }) {
  const t = useTexts(words)
  const navigate = useNavigate()
  const owner = checklistOwner(session, first(scopesOf(session), 'scopesOf'))
  const putAway = usePutAway(owner ?? null)
  const { data } = useQuery({ ...checklistOptions(owner ?? null), enabled: owner !== undefined })
  if (owner === undefined || !data?.putAway || isComplete(data)) return null
  async function bringBack() {
    try {
      await putAway(false)
      await navigate({ to: '/dashboard/workplace' })
    } catch {
      toast('err', t('failed'))
    }
  }
  return (
    <Menu.Item
      leftSection={<IconListCheck size={16} stroke={1.6} aria-hidden />}
      onClick={() => void bringBack()}
    >
      {t('title')}
    </Menu.Item>
  )
}
