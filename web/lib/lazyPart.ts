import { type ComponentType, lazy } from 'react'
import { whenOnline } from './network.ts'

/** A part of a page that is loaded when it is first shown; without a network, once there is one. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await whenOnline()
    return { default: await load() }
  })
