import { zh as account } from '../../features/account/words.ts'
import { zh as signIn } from '../../features/sign-in/words.ts'
import { zh as lib } from '../../lib/words.ts'
import { zh as shell } from '../words.ts'

/** Every area's words: one line here and one in en-US.ts. */
export const words = { lib, shell, signIn, account }

declare module '../../lib/texts.ts' {
  interface Register {
    words: typeof words
  }
}
