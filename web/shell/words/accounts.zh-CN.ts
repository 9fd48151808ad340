import { zh as accounts } from '../../features/accounts/words.ts'

/** The words of the platform's accounts. */
export const words = { accounts }
