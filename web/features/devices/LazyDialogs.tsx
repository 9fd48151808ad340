import { lazy, Suspense } from 'react'
import type { useAsked } from './asked.ts'

const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))

type Props = Pick<ReturnType<typeof useAsked>, 'dialog' | 'close'> & {
  /** The device that it was about is there no more. */
  onDeleted?: () => void
}

/** Loaded when the first of them is opened. */
export function LazyDialogs({ dialog, close, onDeleted }: Props) {
  if (!dialog) return null
  return (
    <Suspense fallback={null}>
      <Dialogs
        key={dialog.turn}
        asked={dialog}
        opened={dialog.opened}
        onClose={close}
        onDeleted={onDeleted}
      />
    </Suspense>
  )
}
