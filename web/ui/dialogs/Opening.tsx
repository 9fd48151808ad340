import { type ReactNode, Suspense } from 'react'
import { Loading } from './Loading.tsx'
import type { DialogState } from './lazyDialogs.tsx'

/** Wraps a part that loads when it first opens (`lazyPart`). Without a network it shows that. */
export function Opening({ opened, onClose, children }: DialogState & { children: ReactNode }) {
  return <Suspense fallback={opened && <Loading load={nothing} onClose={onClose} />}>{children}</Suspense>
}

/** The part loads itself. */
const nothing = () => Promise.resolve()
