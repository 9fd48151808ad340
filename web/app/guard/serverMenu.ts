import { personalTenant } from '../../../contract/limits.ts'
import { type MenuEntry, menu } from '../../../contract/menu.ts'
import { ApiError } from '../../lib/errors.ts'
import type { Session } from '../../lib/session/session.ts'
import { requestMenu } from '../../lib/session/userMenu.ts'
import { whenForgotten } from '../../lib/storage.ts'
import { texts } from '../../lib/texts.ts'
import { makeStore } from '../../store.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { words } from '../words.ts'
import { restricted } from './menu.ts'
import { readMenu } from './readMenu.ts'

/**
 * This module loads the menu from the server and stores it. The specification requires that no other module
 * does so.
 */
const notice = 'menuNotice'
const nothing: readonly MenuEntry[] = []

const entries = makeStore(nothing)
/** The account and organization to which the stored menu belongs. */
let owner: string | null = null
let loading: Promise<void> | undefined

export const { get: currentServerMenu, use: useServerMenu } = entries

function change(next: readonly MenuEntry[], of: string | null) {
  owner = of
  entries.set(next)
}

/** Clears the stored menu, so that the next call to guardedMenu() fetches the menu again. */
export function clearServerMenu(): void {
  change(nothing, null)
}

whenForgotten(clearServerMenu)

/** Returns the pages of the menu table that are in the server menu. Fetches the server menu if necessary. */
export async function guardedMenu(session: Session): Promise<readonly MenuEntry[]> {
  const wanted = `${session.auth.id} ${session.tenantId}`
  if (owner !== wanted) {
    loading ??= fetchMenu(session, wanted).finally(() => {
      loading = undefined
    })
    await loading
  }
  return restricted(menu, currentServerMenu())
}

async function fetchMenu({ auth, tenantId }: Session, wanted: string): Promise<void> {
  const t = texts(words)
  toast('info', t('menuLoading'), notice)
  try {
    const answer = await requestMenu(tenantId === auth.id ? personalTenant : tenantId)
    change(readMenu(answer, warnOnce), wanted)
    toast('ok', t('menuLoaded'), notice)
  } catch (error) {
    // Stores an empty menu, so that the next page does not request the menu again. The pages on the white
    // list still open, so the user can turn off the setting.
    change(nothing, wanted)
    const reason = error instanceof ApiError ? error.message : ''
    toast('err', [t('menuFailed'), reason].filter(Boolean).join(' '), notice)
  }
}

const notified = new Set<string>()

function warnOnce(fault: string): void {
  if (notified.has(fault)) return
  notified.add(fault)
  // biome-ignore lint/suspicious/noConsole: for the author of that menu
  console.warn(`Menu from the server: ${fault}`)
}
