import { en as account } from '../../features/account/words.ts'
import { en as signIn } from '../../features/sign-in/words.ts'
import type { Translation, Words } from '../../lib/texts.ts'
import { en as lib } from '../../lib/words.ts'
import { en as shell } from '../words.ts'

export const words: { [Area in keyof Words]: Translation<Words[Area]> } = { lib, shell, signIn, account }
