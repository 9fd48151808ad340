/** Extensions of files that can be imported. */
export const importExtensions = ['.xlsx', '.xls', '.ods', '.csv'] as const

// The following types describe the lines of the response of `POST /api/import/…`.

export interface Counts {
  rows: number
  created: number
  changed: number
  unchanged: number
  wrong: number
}

/** One row of the preview. */
export interface Sample {
  row: number
  name: string
  /** Changes that the row makes: column title, text before, text after. */
  changes: [column: string, before: string, after: string][]
  /** Reason why the row is rejected. */
  fault?: string
}

export interface Preview extends Counts {
  id: string
  /** Titles of the file that match no column. Their values are not imported. */
  ignored: string[]
  /**
   * Number of rows that are hidden in the sheet, for example by a filter. Hidden rows are imported like all
   * others.
   */
  hidden: number
  samples: { created: Sample[]; changed: Sample[]; wrong: Sample[] }
}

export interface Progress {
  phase: 'read' | 'check' | 'write'
  done: number
  of: number
}
