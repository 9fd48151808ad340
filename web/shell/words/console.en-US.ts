import { en as areas } from '../../areas/words.ts'
import { en as account } from '../../features/account/words.ts'
import { en as messages } from '../../features/messages/words.ts'
import { en as tenants } from '../../features/tenants/words.ts'
import type { Translation } from '../../lib/texts.ts'
import { en as sessions } from '../../sessions/words.ts'
import { en as frame } from '../layout/words.ts'
import type { words as chinese } from './console.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = {
  account,
  areas,
  frame,
  messages,
  sessions,
  tenants,
}
