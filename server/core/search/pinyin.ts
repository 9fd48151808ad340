import { sql } from 'kysely'
import type { Database, Tx } from '../../db/open.ts'
import { foldShape, withoutSeparators } from '../text.ts'

/** The tables whose names have their pinyin beside them, in a column `pinyin`: of people, and of organizations. */
const named = {
  account: { column: 'name', people: true, where: sql`true` },
  member: { column: 'display_name', people: true, where: sql`display_name is not null` },
  tenant: { column: 'name', people: false, where: sql`not personal` },
  tenant_application: { column: 'name', people: false, where: sql`true` },
}
type Named = keyof typeof named

const batch = 500

/**
 * Returns what else a name is found by, a line each: its pinyin in full and in initials ("zhangwei\nzw" for 张伟) if it has
 * Chinese letters, and the name without separators if it has a middle dot, or separators between Chinese letters. The pinyin
 * is in one case and width, without separators, and of several readings the likeliest. '' if there is nothing to add.
 */
export async function pinyinOf(table: Named, name: string): Promise<string> {
  const folded = foldShape(name).toLowerCase()
  const chinese = /\p{Script=Han}/u.test(folded)
  const plain = withoutSeparators(name)
  const lines = chinese ? await readings(folded, named[table].people) : ['']
  if (plain !== folded && (chinese || middleDot.test(folded))) lines.push(plain)
  return lines.join('\n')
}

const middleDot = /[.·•‧∙⋅⸱ꞏ・]/u

/** Readings that the dictionary does not prefer: U+90FD is du in names of Uyghurs. */
const inNamesOfPeople: Readonly<Record<string, string>> = { '\u90fd': 'du' }

async function readings(name: string, people: boolean): Promise<string[]> {
  // Loaded with the first name: it takes 20 MB.
  const { pinyin } = await import('pinyin-pro')
  const syllables = pinyin(name, {
    type: 'all',
    toneType: 'none',
    nonZh: 'spaced',
    v: true,
    surname: people ? 'head' : 'off',
  }).map(({ origin, pinyin, isZh }) =>
    withoutSeparators(isZh ? (people && inNamesOfPeople[origin]) || pinyin : origin),
  )
  return [syllables.join(''), syllables.map((syllable) => [...syllable].slice(0, 1).join('')).join('')]
}

/** A name as its row holds it. */
export const spelled = async (table: Named, name: string) => ({ name, pinyin: await pinyinOf(table, name) })

/**
 * Writes the pinyin of rows that have none, or that have the form from before migration 57. Servers of an earlier release
 * write such rows. If it is killed, the next run continues. Rows that somebody else has locked are left for the next run.
 */
export async function spellNames(db: Database): Promise<void> {
  for (const table of Object.keys(named) as Named[])
    while (await db.transaction((tx) => spellSome(tx, table)));
}

/** As the indexes of migration 57 have it. Whatever pinyinOf() returns is not stale. */
const isStale = (column: string) => sql`(pinyin is null or pinyin ~ '[ ''‘’ʼ·•‧∙⋅⸱ꞏ・.]'
  or (pinyin = '' and ${sql.ref(column)} ~ '[·•‧∙⋅⸱ꞏ・･.．]'))`

/** In rounds that are short to wait for; false where no row is left. */
async function spellSome(tx: Tx, table: Named): Promise<boolean> {
  const { column, where } = named[table]
  const { rows } = await sql<{ at: string; name: string }>`
    select ctid::text as at, ${sql.ref(column)} as name from ${sql.table(table)}
    where ${isStale(column)} and ${where} limit ${batch} for update skip locked`.execute(tx)
  if (!rows.length) return false
  const pinyin = await Promise.all(rows.map(({ name }) => pinyinOf(table, name)))
  await sql`
    update ${sql.table(table)} as named set pinyin = given.pinyin
    from unnest(${rows.map(({ at }) => at)}::tid[], ${pinyin}::text[]) as given (at, pinyin)
    where named.ctid = given.at`.execute(tx)
  return true
}
