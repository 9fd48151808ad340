import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import type { MessageKey, MessageParams } from '../../contract/errors.ts'
import type { Action } from '../../contract/permissions.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { AuditEntry } from './audit.ts'
import type { Services } from './context.ts'
import type { Fields, InputOf } from './input.ts'
import type { Cell } from './list-export.ts'
import type { Target } from './operation.ts'
import type { RequestInfo } from './request.ts'
import type { Viewer } from './viewer.ts'
import type { Bilingual } from './words.ts'

export type Fault = readonly [key: MessageKey, params?: MessageParams]

export interface ImportColumn {
  title: Bilingual
  /** Explanation for the person who fills in the template. */
  note: Bilingual
  example: string
  /** Whether a file must contain this column. */
  required?: boolean
  /** Type of the cell. An `instant` is a date, optionally with a time, in the sender's time zone. */
  kind?: 'text' | 'instant'
  /** Whether a date without a time means the end of that day. */
  endOfDay?: true
  width?: number
  /**
   * Validates the trimmed text of a cell, or a Date if `kind` is 'instant'. Empty cells are not validated and
   * leave the value unchanged.
   */
  schema: v.GenericSchema<unknown, unknown>
}

export type Columns = Readonly<Record<string, ImportColumn>>

/** A row in which all cells are valid. */
export interface ImportRow<C extends Columns = Columns> {
  /** Row number in the file. */
  number: number
  values: { [K in keyof C]?: v.InferOutput<C[K]['schema']> }
}

/** The planned change of a row, or its errors by column. The key '' is used for errors of the whole row. */
export type PlannedRow<RowChange> =
  | { kind: 'wrong'; faults: Record<string, Fault> }
  | {
      kind: 'created' | 'changed' | 'unchanged'
      /** Name to display for the object that the row describes. */
      name: string
      /** Changed values by column. */
      changes: Record<string, readonly [before: Cell, after: Cell]>
      rowChange: RowChange
    }

export interface ImportCall<F extends Fields, Row> {
  tx: Tx
  services: Services
  request: RequestInfo
  viewer: Viewer
  input: InputOf<F>
  target: Row
  /** Whether a sheet shows both timestamps as the same date and time in the sender's time zone. */
  showsSame: (one: Date, other: Date) => boolean
}

export interface Import<F extends Fields, C extends Columns, Row, RowChange> {
  name: string
  title: Bilingual
  /** Required permission: a row of contract/permissions.ts, checked in the same way as for mutations. */
  can: Action
  /** Arguments of the import as a whole. */
  input: F
  columns: C
  /** Locks and returns the target. Null if the target does not exist or the viewer must not see it. */
  target(tx: Tx, input: InputOf<F>, viewer: Viewer): Promise<Target<Row> | null>
  /**
   * Called before a preview looks up any data. Counts the lookups against a limit, because their results
   * reveal information to the sender. Throws RATE_LIMITED.
   */
  charge?(call: {
    db: Kysely<Tables>
    services: Services
    viewer: Viewer
    input: InputOf<F>
    rows: readonly ImportRow<C>[]
  }): Promise<void>
  /**
   * Returns one plan per row, in the same order. `lock` is true if the rows that will be changed must be
   * locked.
   */
  plan(
    call: ImportCall<F, Row> & { rows: readonly ImportRow<C>[]; lock: boolean },
  ): Promise<PlannedRow<RowChange>[]>
  /**
   * Makes the planned changes in the transaction of `plan`. Applies the same rules and writes the same audit
   * events as the corresponding mutations.
   */
  apply(
    call: ImportCall<F, Row> & { rowChanges: readonly RowChange[]; progress: (done: number) => void },
  ): Promise<void>
  /** Returns the audit event of the import as a whole. */
  audit(call: {
    input: InputOf<F>
    target: Row
    viewer: Viewer
  }): Pick<AuditEntry, 'tenantId' | 'targetType' | 'targetId'>
}

// biome-ignore lint/suspicious/noExplicitAny: each import has its own row, input and change
export type AnyImport = Import<any, any, any, any>

const imports = new Map<string, AnyImport>()

/** Registers an import of a list. */
export function listImport<F extends Fields, const C extends Columns, Row, RowChange>(
  spec: Import<F, C, Row, RowChange>,
): void {
  imports.set(spec.name, spec)
}

export const findImport = (name: string): AnyImport | undefined => imports.get(name)

/** Splits items into parts that are small enough for one statement. */
export function* chunks<T>(items: readonly T[], size = 1_000): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
