import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** Milliseconds that a finger stays, and px that it may wander meanwhile. */
const held = 450
const still = 10

interface Hold {
  /** Taps pick rows, too. */
  selecting: boolean
  /** By their place among the table's rows. */
  onPick: (place: number) => void
}

const rowOf = ({ target }: { target: EventTarget }) => (target as Element).closest('tr')

/** For the body of a table, by touch alone: a row is picked that is held, and once selecting each that is tapped. */
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
    // The browser's own menu of a link that is held.
    onContextMenu(event: MouseEvent) {
      if (touch.current) event.preventDefault()
    },
    onClickCapture(event: MouseEvent) {
      const wasHeld = touch.current?.done
      touch.current = undefined
      const row = rowOf(event)
      // A check box does it itself.
      if (!row || (!wasHeld && (!selecting || (event.target as Element).matches('input')))) return
      event.preventDefault()
      event.stopPropagation()
      if (!wasHeld) onPick(row.sectionRowIndex)
    },
  }
}
