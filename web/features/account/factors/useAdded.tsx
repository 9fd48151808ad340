import { useState } from 'react'
import type { DialogProps } from '../../../ui/dialogs/lazyDialogs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useAccountChanged } from '../account.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/**
 * Completes a dialog that adds a second factor. If this is the account's first factor, `codes` is a dialog
 * with the recovery codes. The caller must render it in place of its own dialog.
 */
export function useAdded({ opened, onClose, done }: Omit<DialogProps, 'rows'>) {
  const changed = useAccountChanged()
  const [codes, setCodes] = useState<readonly string[]>()

  function finish() {
    onClose()
    done?.()
  }

  return {
    async added(recoveryCodes: readonly string[], message: string) {
      if (recoveryCodes.length) setCodes(recoveryCodes)
      else finish()
      toast('ok', message)
      await changed()
    },
    codes: codes && <RecoveryCodes codes={codes} opened={opened} onClose={finish} />,
  }
}
