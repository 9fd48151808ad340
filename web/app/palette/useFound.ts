import { useMantineColorScheme } from '@mantine/core'
import { type MenuEntry, pagesOf, permittedMenu, titleOf } from '../../../contract/menu.ts'
import { required } from '../../../contract/required.ts'
import { type Session, signOut } from '../../lib/session/session.ts'
import { locales, setLocale, texts, useLocale, useTexts } from '../../lib/texts.ts'
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
import { languages, words as shellWords } from '../words.ts'
import { spelling } from './pinyin.generated.ts'
import { type Found, type Group, ranked } from './rank.ts'
import { recentOf } from './recent.ts'
import { useRemote, useSpellings } from './useRemote.ts'
import { useSwitch } from './useSwitch.ts'
import { words } from './words.ts'

/** Scope of the search: everything, or only the organizations that the viewer can switch to. */
export type Scope = 'all' | 'tenants'

interface PaletteQuery {
  text: string
  /** The debounced text that is sent to the server. */
  asked: string
  scope: Scope
  setScope: (scope: Scope) => void
}

/**
 * Returns the results that match `text`. Local results are returned at once, server results when they arrive.
 */
export function useFound(session: Session, { text, asked, scope, setScope }: PaletteQuery) {
  const settings = useSettings()
  const entries = settings.menuFromServer ? reachable(currentServerMenu()) : undefined
  const opened = pagesOf(permittedMenu(session, entries))
  const tenants = useTenants(session)
  const pages = usePages(session, entries)
  const actions = useActions(session, opened, setScope)
  const remote = useRemote(session, opened, scope === 'all' ? asked : '')

  const recent = recentOf(session.tenantId)
    .filter(({ to }) => opened.some(({ path }) => to === path || to.startsWith(`${path}/`)))
    .map((each): Found => ({ ...each, of: each.kind }))
  const groups: Group[] =
    scope === 'tenants'
      ? [{ kind: 'tenants', found: tenants }]
      : [
          { kind: 'recent', found: text ? [] : recent },
          { kind: 'tenants', found: text ? tenants : [] },
          ...(text ? remote.groups : []),
          { kind: 'pages', found: pages },
          { kind: 'actions', found: actions },
        ]
  return {
    groups: ranked(groups, text),
    pending: scope === 'all' && text !== '' && remote.asks && (text !== asked || remote.pending),
    failed: remote.failed,
  }
}

function usePages(session: Session, entries: readonly MenuEntry[] | undefined): Found[] {
  const title = useTexts(titles)
  const listed = pagesOf(visibleMenu(session, entries)).filter(({ path }) => path.startsWith('/'))
  const own = pagesOf(permittedMenu(session)).filter(({ name }) => name === 'accountInfoIndex')
  return [...own, ...listed].map((page) => {
    const group = trail(page.path).at(-2)
    const [name, about] = [page, group].map((each) => each && titleOf(each, title))
    const pinyin = page.meta.locale && spelling(`titles.${page.meta.locale}`)
    return {
      key: page.path,
      name: required(name, 'name'),
      pinyin,
      to: page.path,
      ...(about !== name && { about }),
    }
  })
}

/** Returns the viewer's organizations, except the current one. */
function useTenants(session: Session): Found[] {
  const t = useTexts(words)
  const { enter, nameOf } = useSwitch()
  const spellings = useSpellings(session)
  return session.tenants
    .filter((tenant) => tenant.id !== session.tenantId)
    .map((tenant) => ({
      key: `tenants ${tenant.id}`,
      name: nameOf(tenant),
      pinyin: tenant.personal ? spelling('frame.personal') : (spellings?.get(tenant.id) ?? undefined),
      end: t('switchTo'),
      run: () => enter(tenant),
    }))
}

function useActions(
  session: Session,
  opened: readonly MenuEntry[],
  setScope: PaletteQuery['setScope'],
): Found[] {
  const t = useTexts(words)
  const shell = useTexts(shellWords)
  const frame = useTexts(frameWords)
  const names = useTexts(settingsWords)
  const locale = useLocale()
  const settings = useSettings()
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  const toggled = (name: 'tabBar' | 'topMenu' | 'footer' | 'colorWeak'): Found => ({
    key: name,
    name: names(name),
    pinyin: spelling(`settings.${name}`),
    about: t(settings[name] ? 'turnOff' : 'turnOn'),
    run: () => changeSettings({ [name]: !currentSettings()[name] }),
  })
  const dark = colorScheme === 'dark'
  async function speak(next: (typeof locales)[number]) {
    try {
      await setLocale(next)
      toast('ok', texts(shellWords)('languageChanged'), 'language')
    } catch {
      toast('err', shell('languageFailed'), 'language')
    }
  }
  return [
    ...(opened.some(({ name }) => name === 'deviceManagement')
      ? [
          {
            key: 'registerDevice',
            name: t('registerDevice'),
            pinyin: spelling('palette.registerDevice'),
            run: () => openOverlay('registerDevice'),
          },
        ]
      : []),
    ...(session.tenants.length > 1
      ? [
          {
            key: 'switchTenant',
            name: t('switchTenant'),
            pinyin: spelling('palette.switchTenant'),
            run: () => setScope('tenants'),
            stays: true,
          },
        ]
      : []),
    dark
      ? {
          key: 'light',
          name: shell('toLight'),
          pinyin: spelling('shell.toLight'),
          run: () => setColorScheme('light'),
        }
      : {
          key: 'dark',
          name: shell('toDark'),
          pinyin: spelling('shell.toDark'),
          run: () => setColorScheme('dark'),
        },
    ...locales
      .filter((each) => each !== locale)
      .map((each) => ({
        key: each,
        name: t('speak', { language: languages[each] }),
        pinyin: spelling('shell.language'),
        run: () => speak(each),
      })),
    {
      key: 'shortcuts',
      name: t('shortcuts'),
      pinyin: spelling('palette.shortcuts'),
      run: () => openOverlay('shortcuts'),
    },
    {
      key: 'settings',
      name: names('settings'),
      pinyin: spelling('settings.settings'),
      run: () => openOverlay('settings'),
    },
    toggled('tabBar'),
    toggled('topMenu'),
    toggled('footer'),
    toggled('colorWeak'),
    {
      key: 'signOut',
      name: frame('signOut'),
      pinyin: spelling('frame.signOut'),
      run: async () => void ((await mayLeave()) && signOut()),
    },
  ]
}
