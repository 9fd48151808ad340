import { expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { wordsOf } from './language.ts'
import { type Source, sources } from './sources.ts'

const page = 'docs/glossary.md'

interface Term {
  /** The recommended term, for example “邀请码 / invite code”. */
  winner: string
  loser: string
  pattern: RegExp
}

/** Returns a pattern that matches a forbidden term. `…` in the term stands for up to eight characters. */
function patternOf(loser: string): RegExp {
  const escaped = loser
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.{1,8}')
  return /\p{Script=Han}/u.test(loser) ? new RegExp(escaped) : new RegExp(`\\b${escaped}s?\\b`, 'i')
}

/** Returns the terms that the last column of the glossary forbids, each with the recommended term. */
function termsOf(markdown: string): Term[] {
  const rows = markdown.split('\n').filter((line) => /^\| (?!Chinese|---)/.test(line))
  return rows.flatMap((row) => {
    const [, zh, en, , losers] = row.split('|').map((cell) => cell.trim())
    return required(losers, 'last column')
      .split(', ')
      .map((loser) => ({ winner: `${zh} / ${en}`, loser, pattern: patternOf(loser) }))
  })
}

/**
 * Whether a file contains texts for the screen, text messages, emails or errors. The legal texts are
 * excluded, because they have their own versions.
 */
const isWords = (path: string) =>
  !/\.test\.ts$|\/legal\//.test(path) &&
  /words(?:\.en)?\.ts$|\/templates\.ts$|\/export-columns\.ts$|^contract\/(?:audit|privacy)\/|^contract\/(?:errors|checks|calls|applications|documents|import-messages)\.ts$|^server\/http\/problem\.ts$/.test(
    path,
  )

/** Returns `path:line: rule` for each occurrence of a forbidden term. */
const findingsIn = (terms: readonly Term[], source: Source): string[] =>
  wordsOf(source).flatMap(({ line, text }) =>
    terms
      .filter(({ pattern }) => pattern.test(text))
      .map(({ winner, loser }) => `${source.path}:${line}: write ${winner}, not ${loser} (${text})`),
  )

const glossary = required(
  sources.find(({ path }) => path === page),
  page,
).text
const terms = termsOf(glossary)

test('the glossary recommends at most 40 terms, and lists more than 60 terms to avoid', () => {
  expect(new Set(terms.map(({ winner }) => winner)).size).toBeLessThanOrEqual(40)
  expect(terms.length).toBeGreaterThan(60)
})

test('the glossary check reports forbidden terms in both languages, with the line and the recommended term', () => {
  const text =
    "export const words = {\n  a: '撤销李明的管理员身份',\n  b: 'Enter the Invitation codes',\n  c: '邀请码',\n}\n"
  expect(findingsIn(terms, { path: 'web/words.ts', text, lines: text.split('\n') })).toEqual([
    'web/words.ts:2: write 管理员（组织） / manager, not 撤销…管理员身份 (撤销李明的管理员身份)',
    'web/words.ts:3: write 邀请码 / invite code, not invitation code (Enter the Invitation codes)',
  ])
})

test('texts of the console use the terms that the glossary recommends', () => {
  const checked = sources.filter(({ path }) => isWords(path))
  expect(checked.length).toBeGreaterThan(100)
  expect(checked.flatMap((source) => findingsIn(terms, source))).toEqual([])
})
