import type { ReactNode } from 'react'
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
const kinds = [
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
}

export interface Row extends Found {
  /** The characters of the name that were found. */
  mark: readonly [from: number, to: number]
}

export interface Shown {
  kind: Kind
  rows: readonly Row[]
}

/** Rows in all: what fits without scrolling. */
const most = 12
/** Of what the server found by something that is not shown. */
const elsewhere = 5

/** The best group first, the best row of each first; each has its share of the rows. Without a text all stay as they are. */
export function ranked(groups: readonly Group[], text: string): Shown[] {
  const fitting = groups.flatMap(({ kind, found, text: asked }) => {
    const rows = found.flatMap((each) => {
      const fits = text ? rankOf(each, asked ?? text) : { rank: 0, mark: nothing }
      if (!fits && asked === undefined) return []
      return [{ ...each, rank: fits?.rank ?? elsewhere, mark: fits?.mark ?? nothing }]
    })
    return rows.length ? [{ kind, rows: rows.sort((a, b) => a.rank - b.rank) }] : []
  })
  const place = ({ kind, rows }: (typeof fitting)[number]) =>
    rows[0]!.rank * kinds.length + kinds.indexOf(kind)
  const share = Math.max(2, Math.floor(most / fitting.length))
  return fitting
    .sort((a, b) => place(a) - place(b))
    .map(({ kind, rows }) => {
      const all = rows.findLast(({ last }) => last)
      return {
        kind,
        rows: all ? [...rows.slice(0, Math.min(share, rows.length) - 1), all] : rows.slice(0, share),
      }
    })
}

const nothing = [0, 0] as const

function rankOf({ name, pinyin, about, also, exact, last }: Found, text: string) {
  if (last) return { rank: elsewhere + 1, mark: nothing }
  if (exact) return { rank: 0, mark: nothing }
  const match = matchName(name, text, pinyin)
  if (match) return { rank: match.rank, mark: [match.from, match.to] as const }
  const other = [also, about].some((words) => words && matchName(words, text))
  return other ? { rank: elsewhere - 1, mark: nothing } : null
}
