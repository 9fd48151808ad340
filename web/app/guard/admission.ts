import { notFound, redirect } from '@tanstack/react-router'
import { type MenuEntry, menu } from '../../../contract/menu.ts'
import { ApiError, isUnanswered, unreachable } from '../../lib/errors.ts'
import { abandonSession, ensureSession, type Session } from '../../lib/session/session.ts'
import { hasTokens } from '../../lib/session/tokens.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { type Search, stringifySearch } from '../queryString.ts'
import { currentSettings } from '../settings/settings.ts'
import { belongsElsewhere, onPage, type Verdict } from './guard.ts'

export interface RouteContext {
  location: { search: object; pathname: string; state: { __TSR_key?: string } }
  cause: 'enter' | 'stay' | 'preload'
}

/**
 * Returns the session of this browser's account, or null if the user must sign in. Any response that contains
 * no account signs the user out. If no response arrives, the promise rejects and the tokens are retained (see
 * waiting.ts).
 */
export async function visitor(): Promise<Session | null> {
  if (!hasTokens()) return null
  try {
    return await promptly(ensureSession())
  } catch (error) {
    if (isUnanswered(error)) throw error
    abandonSession()
    if (error instanceof ApiError) toast('err', error.message)
    return null
  }
}

/**
 * Time limit in ms for loading the account. After that, the call continues, but the page shows that the
 * server does not respond.
 */
const prompt = 8_000

async function promptly<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreachable()), prompt)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export function obey(verdict: Verdict): void {
  if (verdict === 'stay') return
  if (verdict === 'notFound') throw notFound()
  throw redirect({ href: verdict.path + stringifySearch(verdict.search), replace: true })
}

export const searchOf = ({ location }: RouteContext) => location.search as Search

/**
 * Returns all pages of the menu table or, if the menu comes from the server, only those that the server menu
 * contains.
 */
async function pagesFor(session: Session | null): Promise<readonly MenuEntry[]> {
  if (!session || !currentSettings().menuFromServer) return menu
  return (await import('./serverMenu.ts')).guardedMenu(session)
}

/** Key of the last history entry whose page could be opened. */
let admitted: string | undefined

/**
 * Returns the guard of a page in the menu table. If the current organization cannot open the page but another
 * one can, the guard switches to that organization. This happens only for a new navigation, not when the
 * router checks the open page again, for example after the user has left an organization. The `cause` of such
 * a check can also be `enter`, so the key of the history entry is compared.
 */
export const admit = (page: MenuEntry) => async (context: RouteContext) => {
  const session = await visitor()
  const entries = await pagesFor(session)
  const wanted = { path: context.location.pathname, search: searchOf(context) }
  const { __TSR_key: key } = context.location.state
  const isNew = context.cause === 'enter' && (!key || key !== admitted)
  const verdict = onPage(page, wanted.search, session, entries, wanted.path)
  if (session && isNew && belongsElsewhere(page, verdict, session))
    obey((await import('./elsewhere.ts')).enterElsewhere(page, wanted, session, verdict))
  else obey(verdict)
  admitted = key
}
