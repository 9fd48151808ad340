import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePhone } from '../../../ui/layout/usePhone.ts'

/**
 * Selection mode on phones. It starts with a long press or the button, and ends with the Back button or when
 * the user leaves the page. `chosen`: whether any row is selected. `clear` must be referentially stable.
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
