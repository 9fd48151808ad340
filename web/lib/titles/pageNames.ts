import { makeStore } from '../../store.ts'
import { whenForgotten } from '../storage.ts'

/** Names of detail pages by path, such as an account's name. Pages set their name with usePageName. */
export const pageNames = makeStore<Readonly<Record<string, string>>>({})
whenForgotten(() => pageNames.set({}))
