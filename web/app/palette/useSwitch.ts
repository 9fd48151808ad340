import { useRouter } from '@tanstack/react-router'
import { type SessionTenant, switchTenant } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { mayLeave } from '../../ui/dialogs/unsaved.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { words as frameWords } from '../layout/words.ts'

/** Returns a function that switches to another organization of the viewer and opens a page there. */
export function useSwitch() {
  const frame = useTexts(frameWords)
  const router = useRouter()
  const nameOf = (tenant: SessionTenant) => (tenant.personal ? frame('personal') : tenant.name)
  return {
    nameOf,
    async enter(tenant: SessionTenant, path?: string) {
      if (!(await mayLeave())) return
      switchTenant(tenant.id)
      await router.invalidate()
      if (path) await router.navigate({ to: path })
      toast('ok', frame('switched', { name: nameOf(tenant) }), 'tenant')
    },
  }
}
