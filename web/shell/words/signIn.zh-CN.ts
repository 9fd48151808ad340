import { zh as signIn } from '../../features/sign-in/words.ts'

/** The words of the pages before the sign-in. */
export const words = { signIn }
