import { makeStore } from '../../store.ts'
import { whenForgotten } from '../storage.ts'

/** By path: what a page of one thing is called, after that thing. Pages set theirs by usePageName. */
export const pageNames = makeStore<Readonly<Record<string, string>>>({})
whenForgotten(() => pageNames.set({}))
