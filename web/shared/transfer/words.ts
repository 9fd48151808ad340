import { defineWords } from '../../lib/texts.ts'

/** Texts for the toolbar of every list. The texts of the import dialog are loaded with the dialog. */
export const words = defineWords('export', {
  title: '导出',
  chosen: '导出 {count} {unit}',
  import: '导入',
  xlsx: 'Excel（xlsx）',
  csv: 'CSV',
  done: '已导出',
  broken: '导出中断，请重试',
})
