import { type ReactNode, Suspense } from 'react'
import { Loading } from './Loading.tsx'
import type { DialogState } from './lazyDialogs.tsx'

/** Around what is loaded as it is first opened (`lazyPart`): without a network that is said in its place. */
export function Opening({ opened, onClose, children }: DialogState & { children: ReactNode }) {
  return <Suspense fallback={opened && <Loading load={nothing} onClose={onClose} />}>{children}</Suspense>
}

/** The part loads itself. */
const nothing = () => Promise.resolve()
