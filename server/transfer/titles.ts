import type { Columns, ImportColumn } from '../core/list-import.ts'

/** The properties of a column that can be sent to a worker thread. */
export interface TitledColumn extends Pick<ImportColumn, 'title' | 'required' | 'kind'> {
  key: string
}

export const titledColumns = (columns: Columns): TitledColumn[] =>
  Object.entries(columns).map(([key, { title, required = false, kind = 'text' }]) => ({
    ...{ key, title, required, kind },
  }))
