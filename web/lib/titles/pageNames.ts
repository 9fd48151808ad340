import { makeStore } from '../../store.ts'
import { whenForgotten } from '../storage.ts'

/**
 * Names of the objects that detail pages show, such as an account's name, by path. Pages set them with
 * usePageName.
 */
export const pageNames = makeStore<Readonly<Record<string, string>>>({})
whenForgotten(() => pageNames.set({}))
