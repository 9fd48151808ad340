import { defineWords } from '../texts.ts'

export const words = defineWords('greeting', {
  morning: '上午好，{name}',
  afternoon: '下午好，{name}',
  evening: '晚上好，{name}',
})
