import type { WordsLoader, WordsPart } from '../../lib/texts.ts'
import type { words as accounts } from './accounts.zh-CN.ts'
import type { words as allTenants } from './allTenants.zh-CN.ts'
import type { words as certification } from './certification.zh-CN.ts'
import type { words as console } from './console.zh-CN.ts'
import type { words as devices } from './devices.zh-CN.ts'
import type { words as entry } from './entry.zh-CN.ts'
import type { words as extras } from './extras.zh-CN.ts'
import type { words as importing } from './import.zh-CN.ts'
import type { words as list } from './list.zh-CN.ts'
import type { words as members } from './members.zh-CN.ts'
import type { words as opened } from './opened.zh-CN.ts'
import type { words as pick } from './pick.zh-CN.ts'
import type { words as record } from './record.zh-CN.ts'
import type { words as signIn } from './signIn.zh-CN.ts'
import type { words as workplace } from './workplace.zh-CN.ts'

declare module '../../lib/texts.ts' {
  interface Register {
    words: typeof entry &
      typeof signIn &
      typeof opened &
      typeof console &
      typeof extras &
      typeof list &
      typeof members &
      typeof pick &
      typeof record &
      typeof workplace &
      typeof certification &
      typeof devices &
      typeof allTenants &
      typeof importing &
      typeof accounts
  }
}

const parts = {
  entry: { 'zh-CN': () => import('./entry.zh-CN.ts'), 'en-US': () => import('./entry.en-US.ts') },
  signIn: { 'zh-CN': () => import('./signIn.zh-CN.ts'), 'en-US': () => import('./signIn.en-US.ts') },
  opened: { 'zh-CN': () => import('./opened.zh-CN.ts'), 'en-US': () => import('./opened.en-US.ts') },
  console: { 'zh-CN': () => import('./console.zh-CN.ts'), 'en-US': () => import('./console.en-US.ts') },
  list: { 'zh-CN': () => import('./list.zh-CN.ts'), 'en-US': () => import('./list.en-US.ts') },
  members: { 'zh-CN': () => import('./members.zh-CN.ts'), 'en-US': () => import('./members.en-US.ts') },
  pick: { 'zh-CN': () => import('./pick.zh-CN.ts'), 'en-US': () => import('./pick.en-US.ts') },
  record: { 'zh-CN': () => import('./record.zh-CN.ts'), 'en-US': () => import('./record.en-US.ts') },
  certification: {
    'zh-CN': () => import('./certification.zh-CN.ts'),
    'en-US': () => import('./certification.en-US.ts'),
  },
  devices: { 'zh-CN': () => import('./devices.zh-CN.ts'), 'en-US': () => import('./devices.en-US.ts') },
  allTenants: {
    'zh-CN': () => import('./allTenants.zh-CN.ts'),
    'en-US': () => import('./allTenants.en-US.ts'),
  },
  import: { 'zh-CN': () => import('./import.zh-CN.ts'), 'en-US': () => import('./import.en-US.ts') },
  accounts: { 'zh-CN': () => import('./accounts.zh-CN.ts'), 'en-US': () => import('./accounts.en-US.ts') },
  workplace: {
    'zh-CN': () => import('./workplace.zh-CN.ts'),
    'en-US': () => import('./workplace.en-US.ts'),
  },
  extras: { 'zh-CN': () => import('./extras.zh-CN.ts'), 'en-US': () => import('./extras.en-US.ts') },
} satisfies Record<WordsPart, object>

/** One chunk for each part and language. A page names the parts it needs in pages.tsx. */
export const loadWords: WordsLoader = async (locale, part) => (await parts[part][locale]()).words
