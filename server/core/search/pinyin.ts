import { sql } from 'kysely'
import type { Database, Tx } from '../../db/open.ts'
import { foldShape, withoutSeparators } from '../text.ts'

/**
 * Tables that store the pinyin of a name in the column `pinyin`. `people` is true for names of persons, in
 * which some characters are pronounced differently.
 */
const named = {
  account: { column: 'name', people: true, where: sql`true` },
  member: { column: 'display_name', people: true, where: sql`display_name is not null` },
  tenant: { column: 'name', people: false, where: sql`not personal` },
  tenant_application: { column: 'name', people: false, where: sql`true` },
}
type NamedTable = keyof typeof named

const batch = 500

/**
 * Returns additional search texts for a name, one per line, or '' if the name needs no other texts. For a
 * name with Chinese characters, these are its pinyin in full and in initials ("zhangwei\nzw" for 张伟). For a
 * name with a middle dot, or with separators between Chinese characters, the name without separators is
 * added. The pinyin is in lower case without separators and uses the most likely reading.
 */
export async function pinyinOf(table: NamedTable, name: string): Promise<string> {
  const folded = foldShape(name).toLowerCase()
  const chinese = /\p{Script=Han}/u.test(folded)
  const plain = withoutSeparators(name)
  const lines = chinese ? await readings(folded, named[table].people) : ['']
  if (plain !== folded && (chinese || middleDot.test(folded))) lines.push(plain)
  return lines.join('\n')
}

const middleDot = /[.·•‧∙⋅⸱ꞏ・]/u

/**
 * Readings in personal names that differ from the dictionary's first choice. U+90FD is read du in Uyghur
 * names.
 */
const inNamesOfPeople: Readonly<Record<string, string>> = { '\u90fd': 'du' }

async function readings(name: string, people: boolean): Promise<string[]> {
  // The dictionary takes 20 MB of memory, so it is loaded only when it is first needed.
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

/** Returns the column values for a name: the name and its pinyin. */
export const withPinyin = async (table: NamedTable, name: string) => ({
  name,
  pinyin: await pinyinOf(table, name),
})

/**
 * Writes the pinyin of rows that have none, or that have it in the format from before migration 57. Servers
 * of an earlier release still write that format. After a crash, the next run continues. Rows that another
 * transaction has locked are left to the next run.
 */
export async function fillPinyin(db: Database): Promise<void> {
  for (const table of Object.keys(named) as NamedTable[])
    while (await db.transaction((tx) => fillBatch(tx, table)));
}

/**
 * Returns the SQL condition for rows without pinyin or with outdated pinyin. The indexes of migration 57 use
 * the same condition, which never matches results of pinyinOf().
 */
const isStale = (column: string) => sql`(pinyin is null or pinyin ~ '[ ''‘’ʼ·•‧∙⋅⸱ꞏ・.]'
  or (pinyin = '' and ${sql.ref(column)} ~ '[·•‧∙⋅⸱ꞏ・･.．]'))`

/** Fills one batch in a short transaction. Returns false if no rows are left. */
async function fillBatch(tx: Tx, table: NamedTable): Promise<boolean> {
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
