import { en as allTenants } from '../../features/all-tenants/words.ts'
import type { Translation } from '../../lib/texts.ts'
import type { words as chinese } from './allTenants.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = { allTenants }
