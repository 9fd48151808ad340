import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('undo', {
  undo: '撤销',
  failed: '撤销失败：{reason}',
})
