/** Extensions of the files that can be imported. */
export const importExtensions = ['.xlsx', '.xls', '.ods', '.csv'] as const

/** What an import of a list answers, line by line: `POST /api/import/…`. */

export interface Counts {
  rows: number
  created: number
  changed: number
  unchanged: number
  wrong: number
}

/** A row as the preview shows it. */
export interface Sample {
  row: number
  name: string
  /** Of the row's own changes: column title, before and after as text. */
  changes: [column: string, before: string, after: string][]
  /** What is wrong with it. */
  fault?: string
}

export interface Preview extends Counts {
  id: string
  /** Titles that are no column's. */
  ignored: string[]
  /** Rows that are hidden in the sheet, by a filter for example. They are imported like the others. */
  hidden: number
  samples: { created: Sample[]; changed: Sample[]; wrong: Sample[] }
}

export interface Progress {
  phase: 'read' | 'check' | 'write'
  done: number
  of: number
}
