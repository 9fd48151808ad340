import type { Translation } from '../lib/texts.ts'

/** Of every list's tool bar. The words of imports come with their dialog. */
export const zh = {
  title: '导出',
  import: '导入',
  xlsx: 'Excel（xlsx）',
  csv: 'CSV',
  done: '已导出',
  broken: '导出中断，请重试',
} as const

export const en: Translation<typeof zh> = {
  title: 'Export',
  import: 'Import',
  xlsx: 'Excel (xlsx)',
  csv: 'CSV',
  done: 'Exported',
  broken: 'The export was interrupted, please try again',
}
