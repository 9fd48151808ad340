/** Extensions of the files that can be imported. */
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
  /**
   * The changes that the row makes. Each consists of the column title, the text before the change and the
   * text after it.
   */
  changes: [column: string, before: string, after: string][]
  /** The reason why the row is rejected. */
  fault?: string
}

export interface Preview extends Counts {
  id: string
  /**
   * Column titles in the file that match no column of the import. The values of these columns are not
   * imported.
   */
  ignored: string[]
  /**
   * Number of rows that are hidden in the sheet, for example by a filter. Hidden rows are imported like
   * visible ones.
   */
  hidden: number
  samples: { created: Sample[]; changed: Sample[]; wrong: Sample[] }
}

export interface Progress {
  phase: 'read' | 'check' | 'write'
  done: number
  of: number
}
