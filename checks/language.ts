import { parse, visit } from 'graphql'
import { required } from '../contract/required.ts'
import { isCode, type Source } from './sources.ts'

/** A pattern of unclear English and advice on what to write instead. */
interface Rule {
  pattern: RegExp
  advice: string
  /** Whether the pattern matches only at the beginning of a comment. */
  atStart?: true
}

export const rules: readonly Rule[] = [
  {
    pattern: /\b(?:by|for|to|of|from|with) who\b/i,
    advice: 'name the person or program instead of “by who”',
  },
  { pattern: /^Of\s/, advice: 'start with a verb or the thing, not with “Of”', atStart: true },
  { pattern: /\banew\b/i, advice: '“anew”: again, new' },
  { pattern: /\bdeeds?\b/i, advice: '“deed”: action' },
  {
    pattern: /\b(?:is|are|was|were) none\b/i,
    advice: '“is none”: name what is missing, for example “has no name”',
  },
  {
    pattern: /\b(?:told|tells?|telling)\b/i,
    advice: '“tell” is for people: notify, send, return, show, report',
  },
  { pattern: /\bbesides\b/i, advice: '“besides”: also, apart from' },
  { pattern: /\bmeanwhile\b/i, advice: '“meanwhile”: until then, at the same time' },
  { pattern: /\bforemost\b/i, advice: '“foremost”: mainly, first' },
  { pattern: /\bmay not\b/i, advice: '“may not” is ambiguous: must not, cannot, might not' },
]

/** A text that people read, with the number of its first line. */
export interface Passage {
  line: number
  text: string
  comment: boolean
}

/** Returns the comments of a code or SQL file. Consecutive line comments form one passage. */
export function commentsOf({ path, text }: Source): Passage[] {
  const found = path.endsWith('.sql')
    ? text.matchAll(/(?:^[ \t]*--.*\n?)+|--.*$/gm)
    : text.matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|(?<=[\s;,{}()])\/\/.*$/gm)
  return [...found].map(([raw], index, all) => ({
    line: text.slice(0, all[index]?.index).split('\n').length,
    text: raw
      .replace(/^\s*\/\*+|\*+\/\s*$/g, '')
      .replace(/^[ \t]*(?:\/\/+|--|\*)/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
    comment: true,
  }))
}

/** Returns the strings of a file with texts for the screen. Import paths are omitted. */
export const wordsOf = ({ lines }: Source): Passage[] =>
  lines.flatMap((line, index) =>
    /^import /.test(line)
      ? []
      : [...line.matchAll(/(['"`])((?:(?!\1|\\).|\\.)*)\1/g)].map(([, , text = '']) => ({
          line: index + 1,
          // Keys such as 'action.SignIn' and parameter names are omitted, because people do not read them.
          text: /^[\w]+(?:\.[\w-]+)+$/.test(text) ? '' : text.replace(/\{\w+\}/g, ''),
          comment: false,
        })),
  )

/** Returns the lines of a document, except fenced code. */
function proseOf({ text }: Source): Passage[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```$/gm, (block) => block.replace(/[^\n]/g, ''))
  return prose.split('\n').map((line, index) => ({ line: index + 1, text: line, comment: false }))
}

/** Returns the descriptions in a GraphQL schema. */
function descriptionsOf({ text }: Source): Passage[] {
  const found: Passage[] = []
  visit(parse(text), {
    StringValue({ value, loc }, key) {
      if (key !== 'description') return
      found.push({
        line: required(loc, 'loc').startToken.line,
        text: value.replace(/\s+/g, ' '),
        comment: true,
      })
    },
  })
  return found
}

const isWords = (path: string): boolean => /words(?:\.en)?\.ts$|templates\.ts$/.test(path)

/** Returns the texts of a file that people read: comments, documentation, descriptions and console texts. */
export function passagesOf(source: Source): Passage[] {
  if (source.path.endsWith('.md')) return proseOf(source)
  if (source.path.endsWith('.graphql')) return descriptionsOf(source)
  const comments = /\.(?:sql|css)$/.test(source.path) || isCode(source.path) ? commentsOf(source) : []
  return isWords(source.path) ? [...comments, ...wordsOf(source)] : comments
}

/** Returns `path:line: advice (text)` for each match in a file. */
export const findingsIn = (source: Source): string[] =>
  passagesOf(source).flatMap(({ line, text, comment }) =>
    rules
      .filter(({ pattern, atStart }) => (comment || !atStart) && pattern.test(text))
      .map(({ advice }) => `${source.path}:${line}: ${advice} (${text.trim().slice(0, 100)})`),
  )
