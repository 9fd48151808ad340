import { makeStore } from '../../store.ts'
import { whenForgotten } from '../storage.ts'

/**
 * Names of the objects that detail pages show, such as an account's name. The keys are URL paths. Pages set
 * the names with usePageName.
 */
export const pageNames = makeStore<Readonly<Record<string, string>>>({})
whenForgotten(() => pageNames.set({}))
