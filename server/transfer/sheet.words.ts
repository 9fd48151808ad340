import type { Bilingual } from '../core/words.ts'

export const columnTitles = {
  /**
   * Title of the error column in the file with the failed rows. If this file is uploaded again, the column is
   * ignored.
   */
  wrong: ['错误说明', 'Error'],
  column: ['列', 'Column'],
  needed: ['必填', 'Required'],
  note: ['说明', 'Description'],
  example: ['示例', 'Example'],
} as const satisfies Record<string, Bilingual>

export const words = {
  template: ['导入模板', 'template'],
  failures: ['待修正', 'invalid rows'],
  explanation: ['填写说明', 'Instructions'],
  yes: ['是', 'Yes'],
  between: ['；', '; '],
  fault: ['{column}：{message}', '{column}: {message}'],
} as const satisfies Record<string, Bilingual>
