import type { initGraphQLTada, TadaDocumentNode } from 'gql.tada'
import { type DocumentNode, Kind, parse } from 'graphql'
import type { Locale } from '../../contract/errors.ts'
import type { introspection } from '../../contract/introspection.generated.ts'
import type { Bilingual } from './words.ts'

export type { ResultOf } from 'gql.tada'

export type Cell = string | number | boolean | Date | null | undefined

/** The person who receives the file. */
export interface Reader {
  locale: Locale
  /** Formats a timestamp in the person's time zone. */
  dateTime(instant: string): string
  /** Labels of permission codes, by code. */
  codes: ReadonlyMap<string, string>
}

type Graphql = initGraphQLTada<{
  introspection: introspection
  disableMasking: true
  scalars: { DateTime: string; Timestamp: number; JSON: Record<string, unknown> }
}>

/**
 * Parses a document whose result type is derived from the schema, such as `graphql('fragment Row on Device {
 * id tenant { name } }')`.
 */
export const graphql = ((text: string, fragments: readonly DocumentNode[] = []): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: [...parse(text).definitions, ...fragments.flatMap(({ definitions }) => definitions)],
})) as unknown as Graphql

/** Names of the fields with values that can be written to a cell without conversion. */
type CellOf<Row> = { [K in keyof Row]: Row[K] extends Cell ? K : never }[keyof Row]

export interface ExportColumn<Row> {
  title: Bilingual
  value: CellOf<Row> | ((row: Row, locale: Locale, reader: Reader) => Cell)
  /**
   * Type of the cell. `instant` values are written as dates in the time zone of the person who receives the
   * file.
   */
  kind?: 'text' | 'instant'
  /** Column width in characters. */
  width?: number
}

/** The filter as the caller sent it. */
type Filter = Readonly<Record<string, unknown>>

/**
 * A list that can be exported as a file. The rows are queried with the list's own GraphQL field, so the file
 * contains only rows that the person can see in the list.
 */
export interface ListExport<Row = Record<string, Cell>> {
  name: string
  title: Bilingual
  /** Query field that returns the pages of the list. The filter of the export is passed as its arguments. */
  field: string
  /** `fragment Row` with all fields that the columns read. */
  rows: TadaDocumentNode<Row, object, unknown>
  columns: readonly ExportColumn<Row>[]
  /**
   * Returns additional variables for the fragment `rows`, derived from the filter: the type and value of each
   * variable by its name. Throws if the filter lacks a required value.
   */
  also?(filter: Filter): Record<string, readonly [type: string, value: unknown]>
  /**
   * Returns the organization whose audit log records the export. If absent, the export is recorded for the
   * account itself.
   */
  tenantOf?(filter: Filter): unknown
}

const exports = new Map<string, ListExport>()

/** Registers a list for export. */
export function listExport<Row>(spec: ListExport<Row>): void {
  exports.set(spec.name, spec as unknown as ListExport)
}

export const findExport = (name: string): ListExport | undefined => exports.get(name)
