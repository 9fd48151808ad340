import { type ReactNode, Suspense } from 'react'
import { Loading } from './Loading.tsx'
import type { DialogState } from './lazyDialogs.tsx'

/**
 * Wraps a component that is loaded when it first opens (`lazyPart`). While offline, shows that there is no
 * network.
 */
export function Opening({ opened, onClose, children }: DialogState & { children: ReactNode }) {
  return <Suspense fallback={opened && <Loading load={nothing} onClose={onClose} />}>{children}</Suspense>
}

/** Does nothing, because `lazyPart` loads the component. */
const nothing = () => Promise.resolve()
