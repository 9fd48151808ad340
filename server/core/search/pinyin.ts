import { sql } from 'kysely'
import type { Database, Tx } from '../../db/open.ts'
import { foldWidth } from '../text.ts'

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
 * A name in pinyin, in full and in initials, on a line each: "zhangwei\nzw" for 张伟. What is not Chinese stays as it is,
 * in one case and width; empty where nothing is Chinese. Of several readings the likeliest, and of a surname its own.
 */
export async function pinyinOf(table: Named, name: string): Promise<string> {
  const folded = foldWidth(name).toLowerCase()
  if (!/\p{Script=Han}/u.test(folded)) return ''
  // Loaded with the first name: it takes 20 MB.
  const { pinyin } = await import('pinyin-pro')
  const syllables = pinyin(folded, {
    type: 'array',
    toneType: 'none',
    nonZh: 'spaced',
    v: true,
    surname: named[table].people ? 'head' : 'off',
  })
  return `${syllables.join('')}\n${syllables.map((syllable) => [...syllable][0]).join('')}`
}

/** A name as its row holds it. */
export const spelled = async (table: Named, name: string) => ({ name, pinyin: await pinyinOf(table, name) })

/**
 * Writes the pinyin of rows that have none: those from before there was any, and of whoever writes a name without it.
 * Killed half-way, the next run goes on; rows that somebody else has locked are left for it, too.
 */
export async function spellNames(db: Database): Promise<void> {
  for (const table of Object.keys(named) as Named[])
    while (await db.transaction((tx) => spellSome(tx, table)));
}

/** In rounds that are short to wait for; false where no row is left. */
async function spellSome(tx: Tx, table: Named): Promise<boolean> {
  const { column, where } = named[table]
  const { rows } = await sql<{ at: string; name: string }>`
    select ctid::text as at, ${sql.ref(column)} as name from ${sql.table(table)}
    where pinyin is null and ${where} limit ${batch} for update skip locked`.execute(tx)
  if (!rows.length) return false
  const pinyin = await Promise.all(rows.map(({ name }) => pinyinOf(table, name)))
  await sql`
    update ${sql.table(table)} as named set pinyin = given.pinyin
    from unnest(${rows.map(({ at }) => at)}::tid[], ${pinyin}::text[]) as given (at, pinyin)
    where named.ctid = given.at`.execute(tx)
  return true
}
