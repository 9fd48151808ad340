import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('undo', {
  undo: '撤销',
  failed: '没有撤销：{reason}',
})
