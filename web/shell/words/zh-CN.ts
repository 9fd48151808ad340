import { zh as signIn } from '../../features/sign-in/words.ts'
import { zh as lib } from '../../lib/words.ts'
import { zh as shell } from '../words.ts'
import type { words as signedIn } from './console.zh-CN.ts'

/** The words that every visitor needs; one line here and one in en-US.ts. */
export const words = { lib, shell, signIn }

declare module '../../lib/texts.ts' {
  interface Register {
    words: typeof words & typeof signedIn
  }
}
