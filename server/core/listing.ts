import type { Locale } from '../../contract/errors.ts'

/** The same in both languages of the project. */
export type Both = readonly [zh: string, en: string]
export const inLanguage = ([zh, en]: Both, locale: Locale): string => (locale === 'zh-CN' ? zh : en)

export type Cell = string | number | boolean | Date | null | undefined

/** Whom a file is for. */
export interface Reader {
  locale: Locale
  /** In their zone. */
  dateTime(instant: string): string
  /** Labels of the auth codes. */
  codes: ReadonlyMap<string, string>
}

export interface ListedColumn {
  title: Both
  /** What it asks of a row, in GraphQL. */
  take: string
  /** From the row as GraphQL answers it; without it `take` names one field. */
  // biome-ignore lint/suspicious/noExplicitAny: a row has what the columns of its own listing take
  value?(row: any, locale: Locale, reader: Reader): Cell
  /** An instant is a date in the file, in the zone of whoever asks. */
  kind?: 'text' | 'instant'
  /** Characters. */
  width?: number
}

/** A list that can be had as a file: asked of its own field of Query, so that the file never shows more than the list. */
export interface Listing {
  name: string
  title: Both
  /** The field of Query, which answers a page. Its arguments are the file's filter. */
  field: string
  columns: readonly ListedColumn[]
  /** Further variables that columns name, from the filter: name → type and value. Throws where the filter lacks them. */
  // biome-ignore lint/suspicious/noExplicitAny: as the caller sent it
  also?(filter: Record<string, any>): Record<string, readonly [type: string, value: unknown]>
  /** In whose record it stands that somebody took the file away; none: in their own. */
  // biome-ignore lint/suspicious/noExplicitAny: as the caller sent it
  tenantOf?(filter: Record<string, any>): unknown
}

const listings = new Map<string, Listing>()

/** Offers a list as a file. */
export function listing(spec: Listing): void {
  listings.set(spec.name, spec)
}

export const findListing = (name: string): Listing | undefined => listings.get(name)
