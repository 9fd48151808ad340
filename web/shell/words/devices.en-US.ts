import { en as devices } from '../../features/devices/words.ts'
import type { Translation } from '../../lib/texts.ts'
import type { words as chinese } from './devices.zh-CN.ts'

export const words: { [Area in keyof typeof chinese]: Translation<(typeof chinese)[Area]> } = { devices }
