import { zh as areas } from '../../areas/words.ts'
import { zh as account } from '../../features/account/words.ts'
import { zh as messages } from '../../features/messages/words.ts'
import { zh as tenants } from '../../features/tenants/words.ts'
import { zh as sessions } from '../../sessions/words.ts'
import { zh as frame } from '../layout/words.ts'

/** The words of the landing page and its frame; one line for each area here and one in console.en-US.ts. */
export const words = { account, areas, frame, messages, sessions, tenants }
