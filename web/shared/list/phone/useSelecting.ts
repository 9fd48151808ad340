import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePhone } from '../../../ui/layout/usePhone.ts'

/**
 * Whether rows are being selected by taps on a phone: from the first one that is held, or from the button, until it is left.
 * The way back leads out of it. `chosen`: whether any is; `clear` is a constant.
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
