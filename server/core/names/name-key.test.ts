import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { useDatabase } from '../../testing/use-database.ts'
import { isVisible, nameKey, plainCode, withoutSeparators } from '../text.ts'

const db = useDatabase()

/** Returns the keys that the SQL function name_key of migration 57 computes. */
async function keysInSql(names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select name_key(name) as key from unnest(${[...names]}::text[]) with ordinality as given (name, n) order by n`.execute(
    db.query,
  )
  return rows.map(({ key }) => key)
}

const characters = function* (): Generator<string> {
  for (let code = 1; code <= 0x10ffff; code++)
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code)
}

/**
 * Returns for each name whether the database normalizes it in the same way as Node.js. The database can have
 * an older Unicode version, which lacks some characters.
 */
async function sameWidth(names: readonly string[]): Promise<boolean[]> {
  const { rows } = await sql<{ wide: string }>`
    select normalize(name, NFKC) as wide from unnest(${[...names]}::text[]) with ordinality as given (name, n) order by n`.execute(
    db.query,
  )
  return rows.map(({ wide }, index) => wide === required(names[index], 'item of names').normalize('NFKC'))
}

test('TypeScript and SQL compute the same name key for every Unicode character that the database knows', async () => {
  const relevant = [...characters()].filter((each) => nameKey(`a${each}b`) !== `a${each}b`)
  const surrounded = relevant.map((each) => `A${each}B`)
  const widths = await sameWidth(surrounded)
  // Fewer than 300 characters differ: letters that were added to Unicode after the version of the database.
  expect(widths.filter((same) => !same).length).toBeLessThan(300)
  const names = surrounded.filter((_, index) => widths[index])
  expect(names.length).toBeGreaterThan(8_000)
  const keys = await keysInSql(names)
  const different = names.filter((name, index) => keys[index] !== nameKey(name))
  expect(different.map((name) => required(name.codePointAt(1), 'code point').toString(16))).toEqual([])
  // SQL must not change characters that nameKey leaves unchanged. Large scripts without case are skipped.
  const caseless =
    /[\p{Script=Han}\p{Script=Hangul}\p{Script=Tangut}\p{Script=Egyptian_Hieroglyphs}\p{Co}\p{Cn}]/u
  const others = [...characters()]
    .filter((each) => !caseless.test(each) && nameKey(`a${each}b`) === `a${each}b`)
    .map((each) => `a${each}b`)
  const found = await keysInSql(others)
  expect(others.filter((name, index) => found[index] !== name)).toEqual([])
})

test.each([
  ['invisible characters', '水\u200d务\u00ad公\u2060司\ufe0f\u3164\u{e0041}', '水务公司'],
  ['width and case', 'ＡＢＣ Ｃｏ．', 'abc co·'],
  ['runs of spaces', '　水务 \u00a0 公司\u2800', '水务 公司'],
  ['middle dots', '热依扎•阿・不‧都.买∙买．提･江', '热依扎·阿·不·都·买·买·提·江'],
  ['letters with several lowercase forms', 'ẞtraße ΣΑΣ', 'sstrasse σασ'],
  ['a combining mark after a joiner', 'e\u034f\u0301', 'é'],
])('the name key normalizes %s', async (_, name, key) => {
  expect(nameKey(name)).toBe(key)
  expect(await keysInSql([name])).toEqual([key])
})

test.each(['\u200b', '\u3164', '\u2800', '\u00ad', '\u{e0020}', '\u0301', '\ufe0f \u2060', '', ' '])(
  'the name %j is not visible',
  (name) => expect(isVisible(name)).toBe(false),
)

test.each(['王', '👨‍👩‍👧', '❤️', 'نمی‌خواهم', 'ශ්‍රී', '-', '3', 'é'])('the name %s is visible', (name) =>
  expect(isVisible(name)).toBe(true),
)

test.each([
  ['483920\u200b', '483920'],
  ['\u200e483920', '483920'],
  ['483-920。', '483920'],
  ['４８３ ９２０', '483920'],
  ['abcd-efgh', 'ABCDEFGH'],
])('the pasted code %j is read as %s', (code, plain) => expect(plainCode(code)).toBe(plain))

test('a search ignores spaces, apostrophes and middle dots, but not hyphens, percent signs and underscores', () => {
  expect(withoutSeparators("Shan'Xiong Xin")).toBe('shanxiongxin')
  expect(withoutSeparators('热依扎•阿不都')).toBe('热依扎阿不都')
  expect(withoutSeparators('-%_')).toBe('-%_')
})
