import type { ReactNode } from 'react'
import type { SavedSearch } from '../../../contract/lists.ts'
import { matchName } from './match.ts'

/** Something that the palette has, whatever it is. */
export interface Found {
  key: string
  name: string
  /** How its name is spelled, as matchName() takes it. */
  pinyin?: string | undefined
  /** Behind the name. */
  about?: string | undefined
  /** What else it is found by, such as an id. */
  also?: string | undefined
  /** At the right end: what is so with it. */
  end?: ReactNode
  /** Where it leads, or else what it does. */
  to?: string
  search?: object
  /** What its list is narrowed by and no URL may say: names, phones. */
  kept?: SavedSearch
  run?: () => void | Promise<void>
  /** The palette stays open: what it does is to ask on. */
  stays?: boolean
  /** What was typed is of nothing else. */
  exact?: boolean
  /** It leads to all the others of its group. */
  last?: boolean
  /** Of one that was opened before: what it is. */
  of?: Kind
}

/** In the order in which they are shown where they fit as well as each other. */
export const kinds = [
  'recent',
  'devices',
  'tenants',
  'allTenants',
  'members',
  'accounts',
  'pages',
  'actions',
] as const
export type Kind = (typeof kinds)[number]

export interface Group {
  kind: Kind
  found: readonly Found[]
  /** What the server found these for: in their names, or in what is not shown of them. */
  text?: string
  /** How many there are, in words. */
  count?: string | undefined
}

export interface Row extends Found {
  /** The characters of the name that were found, and of what is behind it. */
  mark: Mark
  aboutMark: Mark
}

export type Mark = readonly [from: number, to: number]

export interface Shown {
  kind: Kind
  count?: string | undefined
  rows: readonly Row[]
}

/** Rows in all: what fits without scrolling. */
const most = 12
/** Of what the server found by something that is not shown. */
const elsewhere = 5

/** The best group first, the best row of each first; they share the rows evenly. Without a text all stay as they are. */
export function ranked(groups: readonly Group[], text: string): Shown[] {
  const fitting = groups.flatMap(({ kind, found, text: asked, count }) => {
    const rows = found.flatMap((each) => {
      const fits = text ? rankOf(each, asked ?? text) : { rank: 0 }
      if (!fits && asked === undefined) return []
      return [{ ...each, mark: nothing, aboutMark: nothing, rank: elsewhere, ...fits }]
    })
    return rows.length ? [{ kind, count, rows: rows.sort((a, b) => a.rank - b.rank) }] : []
  })
  const place = ({ kind, rows }: (typeof fitting)[number]) =>
    rows[0]!.rank * kinds.length + kinds.indexOf(kind)
  const shown = fitting.sort((a, b) => place(a) - place(b))
  const shares = shared(shown.map(({ rows }) => rows.length))
  return shown.map(({ kind, count, rows }, index) => {
    const share = shares[index]!
    const all = rows.length > share ? rows.find(({ last }) => last) : undefined
    return { kind, count, rows: all ? [...rows.slice(0, share - 1), all] : rows.slice(0, share) }
  })
}

/** Row by row to each group that has more, until none are left. */
function shared(sizes: readonly number[]): number[] {
  const shares = sizes.map(() => 0)
  for (let left = most; left > 0 && shares.some((share, index) => share < sizes[index]!); )
    for (const [index, size] of sizes.entries())
      if (left > 0 && shares[index]! < size) {
        shares[index]! += 1
        left -= 1
      }
  return shares
}

const nothing: Mark = [0, 0]

function rankOf({ name, pinyin, about, also, exact, last }: Found, text: string) {
  if (last) return { rank: elsewhere + 1 }
  if (exact) return { rank: 0 }
  const match = matchName(name, text, pinyin)
  if (match) return { rank: match.rank, mark: [match.from, match.to] as const }
  const behind = about ? matchName(about, text) : null
  if (behind) return { rank: elsewhere - 1, aboutMark: [behind.from, behind.to] as const }
  return also && matchName(also, text) ? { rank: elsewhere - 1 } : null
}
