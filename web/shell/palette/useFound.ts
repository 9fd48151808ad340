import { useRouter } from '@tanstack/react-router'
import { pagesOf, permittedMenu, titleOf } from '../../../contract/menu.ts'
import { type Session, signOut, switchTenant } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { words as titles } from '../../lib/titles/words.ts'
import { mayLeave } from '../../ui/dialogs/unsaved.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { trail } from '../guard/guard.ts'
import { reachable, visibleMenu } from '../guard/menu.ts'
import { currentServerMenu } from '../guard/serverMenu.ts'
import { words as frameWords } from '../layout/words.ts'
import { openOverlay } from '../overlays.ts'
import { changeSettings, currentSettings, useSettings } from '../settings/settings.ts'
import { words as settingsWords } from '../settings/words.ts'
import { words as shellWords } from '../words.ts'
import { type Found, type FoundGroup, most, useRemote } from './useRemote.ts'

/**
 * What fits `text`: what the console knows itself at once, what the server knows once `asked` has caught up.
 */
export function useFound(
  session: Session,
  text: string,
  asked: string,
  { setColorScheme }: { setColorScheme: (scheme: 'light' | 'dark') => void },
) {
  const t = useTexts(shellWords)
  const title = useTexts(titles)
  const frame = useTexts(frameWords)
  const names = useTexts(settingsWords)
  const router = useRouter()
  const settings = useSettings()
  const fits = (words: string) => folded(words).includes(folded(text))

  const entries = settings.menuFromServer ? reachable(currentServerMenu()) : undefined
  const listed = pagesOf(visibleMenu(session, entries)).filter(({ path }) => path.startsWith('/'))
  const own = pagesOf(permittedMenu(session)).filter(({ name }) => name === 'accountInfoIndex')
  const pages = [...own, ...listed].map((page): Found => {
    const group = trail(page.path).at(-2)
    const [name, about] = [page, group].map((each) => each && titleOf(each, title))
    return { key: page.path, name: name!, to: page.path, ...(about && about !== name && { about }) }
  })

  const tenants = session.tenants
    .filter((tenant) => tenant.id !== session.tenantId)
    .map((tenant): Found => {
      const name = tenant.personal ? frame('personal') : tenant.name
      return {
        key: tenant.id,
        name,
        about: names('switchTo'),
        run: async () => {
          if (!(await mayLeave())) return
          switchTenant(tenant.id)
          await router.invalidate()
          toast('ok', frame('switched', { name }), 'tenant')
        },
      }
    })

  const toggled = (name: 'tabBar' | 'topMenu' | 'footer' | 'colorWeak'): Found => ({
    key: name,
    name: names(name),
    about: names(settings[name] ? 'turnOff' : 'turnOn'),
    run: () => changeSettings({ [name]: !currentSettings()[name] }),
  })
  const actions: Found[] = [
    { key: 'settings', name: names('settings'), run: () => openOverlay('settings') },
    { key: 'dark', name: t('toDark'), run: () => setColorScheme('dark') },
    { key: 'light', name: t('toLight'), run: () => setColorScheme('light') },
    toggled('tabBar'),
    toggled('topMenu'),
    toggled('footer'),
    toggled('colorWeak'),
    { key: 'signOut', name: frame('signOut'), run: async () => void ((await mayLeave()) && signOut()) },
  ]

  const remote = useRemote(session, pagesOf(permittedMenu(session, entries)), asked)
  const known = ({ name, about }: Found) => fits(name) || fits(about ?? '')
  const groups: FoundGroup[] = [
    { kind: 'tenants' as const, found: text ? tenants.filter(({ name }) => fits(name)).slice(0, most) : [] },
    ...(text && text === asked ? remote.groups : []),
    { kind: 'pages' as const, found: pages.filter(known).slice(0, most) },
    { kind: 'settings' as const, found: actions.filter(({ name }) => fits(name)) },
  ]
  return {
    groups: groups.filter((group) => group.found.length > 0),
    pending: text !== '' && remote.asks && (text !== asked || remote.pending),
    failed: remote.failed,
  }
}

/** Full-width letters, case and blanks do not matter. */
const folded = (words: string): string => words.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
