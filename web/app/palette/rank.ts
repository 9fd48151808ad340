import type { ReactNode } from 'react'
import type { SavedSearch } from '../../../contract/lists.ts'
import { first, required } from '../../../contract/required.ts'
import { matchName } from './match.ts'

/** A row of the palette. */
export interface Found {
  key: string
  name: string
  /** Pinyin of the name, in one of the formats that matchName() accepts. */
  pinyin?: string | undefined
  /** Details that are shown after the name. */
  about?: string | undefined
  /** Additional text to search, such as an id. */
  also?: string | undefined
  /** Status that is shown at the right end of the row. */
  end?: ReactNode
  /** Link target. A row without a link target has `run` instead. */
  to?: string
  search?: object
  /** Filter values of the target list that must not appear in a URL: names and phone numbers. */
  kept?: SavedSearch
  run?: () => void | Promise<void>
  /** Whether the palette stays open after the row is chosen, because the action needs more input. */
  stays?: boolean
  /** Whether the typed text identifies exactly this row. */
  exact?: boolean
  /** Whether this is the last row of its group, which links to the remaining results. */
  last?: boolean
  /** In the group of recently opened rows: the kind of the object that the row opens. */
  of?: Kind
}

/** Kinds of rows. If several groups match equally well, they are shown in this order. */
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
  /** The text that the server searched for. Missing if the rows were searched locally. */
  text?: string
  /** Total number of results, formatted as text. */
  count?: string | undefined
}

export interface Row extends Found {
  /** Ranges of characters to highlight in the name and in the details. */
  mark: Mark
  aboutMark: Mark
}

export type Mark = readonly [from: number, to: number]

export interface Shown {
  kind: Kind
  count?: string | undefined
  rows: readonly Row[]
}

/** Maximum number of rows. All of them fit without scrolling. */
const most = 12
/** Rank of a server result that matches in a field that is not shown. */
const elsewhere = 5

/**
 * Sorts the groups, and the rows within each group, by how well they match. Limits the total number of rows,
 * and distributes them evenly among the groups. If `text` is empty, the order is unchanged.
 */
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
    first(rows, 'rows').rank * kinds.length + kinds.indexOf(kind)
  const shown = fitting.sort((a, b) => place(a) - place(b))
  const shares = shared(shown.map(({ rows }) => rows.length))
  return shown.map(({ kind, count, rows }, index) => {
    const share = required(shares[index], 'item of shares')
    const all = rows.length > share ? rows.find(({ last }) => last) : undefined
    return { kind, count, rows: all ? [...rows.slice(0, share - 1), all] : rows.slice(0, share) }
  })
}

/**
 * Returns the number of rows to show for each group. Assigns the available rows to the groups in turn, one
 * row at a time. `sizes` contains the number of rows in each group.
 */
function shared(sizes: readonly number[]): number[] {
  const shares = sizes.map(() => 0)
  for (
    let left = most;
    left > 0 && shares.some((share, index) => share < required(sizes[index], 'item of sizes'));
  )
    for (const [index, size] of sizes.entries()) {
      const share = required(shares[index], 'item of shares')
      if (left > 0 && share < size) {
        shares[index] = share + 1
        left -= 1
      }
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
