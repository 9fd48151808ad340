import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePhone } from '../../../ui/layout/usePhone.ts'

/**
 * Manages selection mode on phones. A long press on a row or the button in the toolbar starts it. The Back
 * button or leaving the page ends it. `chosen` means that at least one row is selected. `clear` must be
 * referentially stable.
 */
export function useSelecting(chosen: boolean, clear: () => void) {
  const { history } = useRouter()
  const phone = usePhone()
  const [begun, setBegun] = useState(false)
  const selecting = phone && (begun || chosen)
  useEffect(() => {
    if (!selecting) return
    return history.block({
      blockerFn: ({ action }) => {
        if (action !== 'BACK') return false
        setBegun(false)
        clear()
        return true
      },
      enableBeforeUnload: false,
    })
  }, [history, selecting, clear])
  return { phone, selecting, setBegun }
}
