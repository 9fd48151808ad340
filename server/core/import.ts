import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import type { MessageKey, MessageParams } from '../../contract/errors.ts'
import type { Action } from '../../contract/permissions.ts'
import type { Tx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { AuditEntry } from './audit.ts'
import type { Services } from './context.ts'
import type { Cell } from './export.ts'
import type { Checked, Fields } from './input.ts'
import type { Target } from './operation.ts'
import type { RequestInfo } from './request.ts'
import type { Viewer } from './viewer.ts'
import type { Bilingual } from './words.ts'

export type Fault = readonly [key: MessageKey, params?: MessageParams]

export interface ImportColumn {
  title: Bilingual
  /** For whoever fills the template in. */
  note: Bilingual
  example: string
  /** Without this column there is no file. */
  required?: boolean
  /** An instant is a date of the sheet, in the zone of whoever sends it. */
  kind?: 'text' | 'instant'
  /** A date without a time is the end of that day. */
  endOfDay?: true
  width?: number
  /** Of text that is trimmed and not empty; of a Date for an instant. An empty cell is not asked: it leaves things as they are. */
  schema: v.GenericSchema<unknown, unknown>
}

export type Columns = Readonly<Record<string, ImportColumn>>

/** A row whose cells are well formed, each by itself. */
export interface ImportRow<C extends Columns = Columns> {
  /** In the file. */
  number: number
  values: { [K in keyof C]?: v.InferOutput<C[K]['schema']> }
}

/** What a row does, or what keeps it from it: by column, or '' for the row. */
export type Planned<RowChange> =
  | { kind: 'wrong'; faults: Record<string, Fault> }
  | {
      kind: 'created' | 'changed' | 'unchanged'
      /** What the row is about, to be shown. */
      name: string
      /** By column. */
      changes: Record<string, readonly [before: Cell, after: Cell]>
      rowChange: RowChange
    }

export interface ImportCall<F extends Fields, Row> {
  tx: Tx
  services: Services
  request: RequestInfo
  viewer: Viewer
  input: Checked<F>
  target: Row
  /** Whether a sheet in the time zone of the sender shows both instants as the same. */
  showsSame: (one: Date, other: Date) => boolean
}

export interface Import<F extends Fields, C extends Columns, Row, RowChange> {
  name: string
  title: Bilingual
  /** Who may: a row of contract/permissions.ts, decided as a mutation's is. */
  can: Action
  /** What it is about as a whole. */
  input: F
  columns: C
  /** Locks. null: it does not exist, or not for this viewer. */
  target(tx: Tx, input: Checked<F>, viewer: Viewer): Promise<Target<Row> | null>
  /** Before anything is looked up for a preview: counts what its sender learns by it. Throws RATE_LIMITED. */
  charge?(call: {
    db: Kysely<Tables>
    services: Services
    viewer: Viewer
    input: Checked<F>
    rows: readonly ImportRow<C>[]
  }): Promise<void>
  /** One for each row, in their order. lock: what is changed next is locked. */
  plan(
    call: ImportCall<F, Row> & { rows: readonly ImportRow<C>[]; lock: boolean },
  ): Promise<Planned<RowChange>[]>
  /** Does what was planned in the same transaction, by the rules and with the audit events of the mutations it stands for. */
  apply(
    call: ImportCall<F, Row> & { rowChanges: readonly RowChange[]; progress: (done: number) => void },
  ): Promise<void>
  /** Of the import as a whole. */
  audit(call: {
    input: Checked<F>
    target: Row
    viewer: Viewer
  }): Pick<AuditEntry, 'tenantId' | 'targetType' | 'targetId'>
}

// biome-ignore lint/suspicious/noExplicitAny: each import has its own row, input and change
export type AnyImport = Import<any, any, any, any>

const imports = new Map<string, AnyImport>()

/** Offers that a list is changed by a file. */
export function listImport<F extends Fields, const C extends Columns, Row, RowChange>(
  spec: Import<F, C, Row, RowChange>,
): void {
  imports.set(spec.name, spec)
}

export const findImport = (name: string): AnyImport | undefined => imports.get(name)

/** In parts that a statement can take. */
export function* chunks<T>(items: readonly T[], size = 1_000): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
