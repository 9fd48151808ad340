import type { initGraphQLTada, TadaDocumentNode } from 'gql.tada'
import { type DocumentNode, Kind, parse } from 'graphql'
import type { Locale } from '../../contract/errors.ts'
import type { introspection } from '../../contract/introspection.generated.ts'
import type { Bilingual } from './words.ts'

export type { ResultOf } from 'gql.tada'

export type Cell = string | number | boolean | Date | null | undefined

/** Whom a file is for. */
export interface Reader {
  locale: Locale
  /** In their zone. */
  dateTime(instant: string): string
  /** Labels of the auth codes. */
  codes: ReadonlyMap<string, string>
}

type Graphql = initGraphQLTada<{
  introspection: introspection
  disableMasking: true
  scalars: { DateTime: string; Timestamp: number; JSON: Record<string, unknown> }
}>

/** A document whose result is typed by the schema: `graphql('fragment Row on Device { id tenant { name } }')`. */
export const graphql = ((text: string, fragments: readonly DocumentNode[] = []): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: [...parse(text).definitions, ...fragments.flatMap(({ definitions }) => definitions)],
})) as unknown as Graphql

/** Names of the fields that are a cell as they are. */
type CellOf<Row> = { [K in keyof Row]: Row[K] extends Cell ? K : never }[keyof Row]

export interface ExportColumn<Row> {
  title: Bilingual
  value: CellOf<Row> | ((row: Row, locale: Locale, reader: Reader) => Cell)
  /** An instant is a date in the file, in the zone of whoever asks. */
  kind?: 'text' | 'instant'
  /** Characters. */
  width?: number
}

/** As the caller sent it. */
type Filter = Readonly<Record<string, unknown>>

/** A list that can be had as a file: asked of its own field of Query, so that the file never shows more than the list. */
export interface ListExport<Row = Record<string, Cell>> {
  name: string
  title: Bilingual
  /** The field of Query, which answers a page. Its arguments are the file's filter. */
  field: string
  /** `fragment Row`: every field that the columns read. */
  rows: TadaDocumentNode<Row, object, unknown>
  columns: readonly ExportColumn<Row>[]
  /** Further variables that `rows` names, from the filter: name → type and value. Throws where the filter lacks them. */
  also?(filter: Filter): Record<string, readonly [type: string, value: unknown]>
  /** The organization whose audit log has the export; none: that of the account itself. */
  tenantOf?(filter: Filter): unknown
}

const exports = new Map<string, ListExport>()

/** Offers a list as a file. */
export function listExport<Row>(spec: ListExport<Row>): void {
  exports.set(spec.name, spec as unknown as ListExport)
}

export const findExport = (name: string): ListExport | undefined => exports.get(name)
