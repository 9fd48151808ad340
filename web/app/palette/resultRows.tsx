import { required } from '../../../contract/required.ts'
import { ConnectText } from '../../features/devices/ConnectText.tsx'
import { number } from '../../lib/numbers.ts'
import type { Translate } from '../../lib/texts.ts'
import { maskPhone } from '../../ui/fields/digits.ts'
import type { Found, Group } from './rank.ts'
import type { Counts, Results } from './searchQueries.ts'
import type { words } from './words.ts'

interface Person {
  id: string
  name: string
  pinyin: string | null
  profile: { username: string | null; mobilePhone: string | null }
}

export type Paths = Record<keyof Counts, string | undefined>

export interface Answer {
  /**
   * `text` is the search text. `device` is the text that was used to search for devices. It contains no
   * spaces if it is a phone number.
   */
  text: string
  device: string
  results: Results
}

const about = ({ profile: { username, mobilePhone } }: Person) =>
  [username, mobilePhone && maskPhone(mobilePhone)].filter(Boolean).join(' · ') || undefined

/** Converts the server's search results to rows of the palette. */
export function groupsOf(
  { text, device, results }: Answer,
  counts: Partial<Counts> | undefined,
  paths: Paths,
  t: Translate<typeof words>,
): Group[] {
  const { members, allTenants, one, accounts, devices } = results
  const exact = one?.data.map((each) => each.id) ?? []
  const people = [...(one?.data ?? []), ...(accounts?.data.filter(({ id }) => !exact.includes(id)) ?? [])]

  const group = (kind: keyof Paths, rows: readonly Found[], kept: NonNullable<Found['kept']>): Group => {
    const more = results[kind]?.next
    const counted = more ? counts?.[kind] : { count: rows.length, countExact: true }
    const said = counted && number(counted.count) + (counted.countExact ? '' : '+')
    const count = said && t(`count.${kind}`, { count: said })
    // This row opens the list page, which shows the remaining results or continues a search that stopped
    // early.
    const rest: Found = {
      key: `${kind} rest`,
      name: count ? t('showCount', { count }) : t('showAll'),
      ...(paths[kind] && { to: paths[kind] }),
      kept,
      last: true,
    }
    return { kind, text, found: more ? [...rows, rest] : rows, count }
  }
  return [
    group(
      'members',
      (members?.data ?? []).map((each) => ({
        key: `members ${each.id}`,
        name: each.name,
        pinyin: each.pinyin ?? undefined,
        about: about(each),
        to: required(paths.members, 'members'),
        kept: { name: each.name },
      })),
      { name: text },
    ),
    group(
      'allTenants',
      (allTenants?.data ?? []).map(({ id, name, pinyin }) => ({
        key: `allTenants ${id}`,
        name,
        pinyin: pinyin ?? undefined,
        to: `${paths.allTenants}/${id}`,
      })),
      { q: text },
    ),
    group(
      'accounts',
      people.map((each) => ({
        key: `accounts ${each.id}`,
        name: each.name,
        pinyin: each.pinyin ?? undefined,
        about: about(each),
        // A person whose complete phone number or username was typed is listed first.
        ...(exact.includes(each.id) && { exact: true, end: t('exactly') }),
        to: `${paths.accounts}/${each.id}`,
      })),
      { name: text },
    ),
    group(
      'devices',
      (devices?.data ?? []).map((row) => ({
        key: `devices ${row.id}`,
        name: row.name,
        about: [row.id, row.tenant?.name].filter(Boolean).join(' · '),
        end: <ConnectText row={row} />,
        to: `${paths.devices}/${encodeURIComponent(row.id)}`,
      })),
      { q: device },
    ),
  ]
}
