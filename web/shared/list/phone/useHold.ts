import { type MouseEvent, type PointerEvent, useRef } from 'react'

/**
 * Minimum duration of a long press in ms, and the maximum distance in px that the finger can move in this
 * time.
 */
const held = 450
const still = 10

interface Hold {
  /** Whether selection mode is on. In this mode, a tap selects or deselects a row. */
  selecting: boolean
  /** Called with the row's index in the table body. */
  onPick: (place: number) => void
}

const rowOf = ({ target }: { target: EventTarget }) => (target as Element).closest('tr')

/**
 * Returns touch handlers for a table body. A long press selects a row. In selection mode, a tap selects or
 * deselects a row.
 */
export function useHold({ selecting, onPick }: Hold) {
  const touch = useRef<{ x: number; y: number; timer: number; done: boolean }>(undefined)
  const leave = () => clearTimeout(touch.current?.timer)

  return {
    onPointerDown(event: PointerEvent) {
      const row = rowOf(event)
      touch.current = undefined
      if (event.pointerType !== 'touch' || !event.isPrimary || !row) return
      const begun = { x: event.clientX, y: event.clientY, timer: 0, done: false }
      begun.timer = window.setTimeout(() => {
        if (selecting) return
        begun.done = true
        onPick(row.sectionRowIndex)
      }, held)
      touch.current = begun
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const begun = touch.current
      if (begun && Math.hypot(clientX - begun.x, clientY - begun.y) > still) leave()
    },
    onPointerUp: leave,
    onPointerCancel: leave,
    // Prevents the context menu that a browser opens after a long press on a link.
    onContextMenu(event: MouseEvent) {
      if (touch.current) event.preventDefault()
    },
    onClickCapture(event: MouseEvent) {
      const wasHeld = touch.current?.done
      touch.current = undefined
      const row = rowOf(event)
      // A tap on the checkbox is handled by the checkbox itself.
      if (!row || (!wasHeld && (!selecting || (event.target as Element).matches('input')))) return
      event.preventDefault()
      event.stopPropagation()
      if (!wasHeld) onPick(row.sectionRowIndex)
    },
  }
}
