import { notFound, redirect } from '@tanstack/react-router'
import { menu } from '../../contract/menu.ts'
import { isPassing } from '../lib/errors.ts'
import { ensureSession, forgetSession, type Session } from '../lib/session.ts'
import { hasTokens } from '../lib/tokens.ts'
import { find, onPage, type Verdict } from './guard.ts'
import type { Search } from './search.ts'
import { currentSettings } from './settings/settings.ts'

export interface Asked {
  location: { search: object; pathname: string }
}

/** The account, where this browser has one; null sends on to the sign-in page. */
export async function visitor(): Promise<Session | null> {
  if (!hasTokens()) return null
  try {
    return await ensureSession()
  } catch (error) {
    // A server out of reach refuses nobody: the page says so, and the tokens stay.
    if (isPassing(error)) throw error
    forgetSession()
    return null
  }
}

export function obey(verdict: Verdict): void {
  if (verdict === 'stay') return
  if (verdict === 'notFound') throw notFound()
  throw redirect({ to: verdict.path, search: verdict.search as never, replace: true })
}

export const searchOf = ({ location }: Asked) => location.search as Search

/** What the guard goes by: the table, or what a menu from the server leaves of it. */
async function pagesFor(session: Session | null): Promise<typeof menu> {
  if (!session || !currentSettings().menuFromServer) return menu
  return (await import('./serverMenu.ts')).guardedMenu(session)
}

/** Routes of the table are admitted by the table. */
export function admit(name: string) {
  const page = find(menu, name)
  if (!page) throw new Error(`No page named ${name} in contract/menu.ts`)
  return {
    staticData: { title: page.meta.locale },
    beforeLoad: async (asked: Asked) => {
      const session = await visitor()
      obey(onPage(page, searchOf(asked), session, await pagesFor(session), asked.location.pathname))
    },
  }
}
