import { zh as areas } from '../../areas/words.ts'
import { zh as account } from '../../features/account/words.ts'
import { zh as members } from '../../features/members/words.ts'
import { zh as messages } from '../../features/messages/words.ts'
import { zh as tenants } from '../../features/tenants/words.ts'
import { zh as list } from '../../list/words.ts'

/** The words of the pages behind the sign-in; one line for each area here and one in console.en-US.ts. */
export const words = { account, areas, list, members, messages, tenants }
