import { defineWords } from '../../lib/texts.ts'

/** Texts in every list's bar. The texts of imports load with their dialog. */
export const words = defineWords('export', {
  title: '导出',
  chosen: '导出 {count} {unit}',
  import: '导入',
  xlsx: 'Excel（xlsx）',
  csv: 'CSV',
  done: '已导出',
  broken: '导出中断，请重试',
})
