import * as v from 'valibot'
import type { Counts, Preview, Progress } from '../../contract/import.ts'
import { recordAudit, recordRefusal } from '../core/audit.ts'
import type { Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { runOnce } from '../core/idempotency/idempotent-request.ts'
import { checkInput, fieldsSchema, timeZoneSchema } from '../core/input.ts'
import { createConcurrencyLimit } from '../core/jobs/concurrency.ts'
import { type AnyImport, findImport } from '../core/list-import.ts'
import { admit } from '../core/operation.ts'
import type { RequestInfo } from '../core/request.ts'
import { zoneOffset } from '../core/time/zone.ts'
import { assertUnlocked, type Viewer } from '../core/viewer.ts'
import type { Database, Tx } from '../db/open.ts'
import type { SentFile } from './file.ts'
import { countsOf, type Outcome, samplesOf, wrongOf } from './preview.ts'
import { readSheet } from './sheet.ts'
import { failureFile, template } from './template.ts'
import {
  findUpload,
  lockUpload,
  markApplied,
  storeUpload,
  type UploadRow,
  type Wrong,
} from './upload.store.ts'

interface Caller {
  viewer: Viewer
  request: RequestInfo
}

interface UploadInput {
  input: Record<string, unknown>
  timeZone: string
}

type Report = (progress: Progress) => void
/** Timeout in milliseconds for an SQL statement, which may process tens of thousands of rows. */
const statementTimeout = 60_000

const applySchema = v.object({ wrong: v.picklist(['skip', 'refuse']) })

interface Parts {
  db: Database
  services: Services
  /**
   * Limits the number of concurrent imports. Throws if the limit is reached. Otherwise returns a function
   * that must be called when the import has ended.
   */
  acquire: ReturnType<typeof createConcurrencyLimit>
}

/**
 * Imports data from files. `upload` stores the file and returns a preview. `apply` makes the changes and
 * marks the upload as applied in a single transaction, so even after a crash, either all changes are made or
 * none.
 */
export function createImports({ db, services }: { db: Database; services: Services }) {
  const parts: Parts = { db, services, acquire: createConcurrencyLimit({ all: 4, account: 1 }) }
  return {
    template: async (list: string, caller: Caller): Promise<SentFile> =>
      template(specOf(list, caller), caller.request.locale),

    /**
     * Stores a file and returns a preview. `query` contains the arguments of the import and the user's time
     * zone. Throws BAD_INPUT for `file`.
     */
    upload: (
      list: string,
      file: { query: Record<string, unknown>; content: Buffer },
      caller: Caller,
      report: Report,
    ): Promise<Preview> => upload(parts, list, file, caller, report),

    /**
     * Applies an upload. Throws CONFLICT if some rows are invalid and the caller has chosen to refuse the
     * import in this case. If the upload has already been applied, returns the earlier result.
     */
    async apply(list: string, id: string, body: unknown, caller: Caller, report: Report): Promise<Counts> {
      const spec = specOf(list, caller)
      const refuseWrong = checkInput(applySchema, body).wrong === 'refuse'
      const stored = await findOwnUpload(db, list, id, caller)
      if (stored.applied_at) return stored.result as unknown as Counts
      return apply(parts, spec, { list, stored, refuseWrong }, caller, report)
    },

    /** Returns a file with the rows that the preview rejected or that the import skipped. */
    async failures(list: string, id: string, caller: Caller): Promise<SentFile> {
      const spec = specOf(list, caller)
      const stored = await findOwnUpload(db, list, id, caller)
      const { timeZone } = stored.input as unknown as UploadInput
      const wrong = stored.wrong as unknown as Wrong
      const { now } = caller.viewer
      return failureFile(spec, { content: stored.content, wrong, timeZone, now }, caller.request.locale)
    },
  }
}

function specOf(list: string, { viewer }: Caller): AnyImport {
  const spec = findImport(list)
  if (!spec) throw new AppError('NOT_FOUND')
  assertUnlocked(viewer)
  return spec
}

async function findOwnUpload(db: Database, list: string, id: string, { viewer }: Caller): Promise<UploadRow> {
  const stored = isId(id) ? await findUpload(db.query, viewer.accountId, list, id) : undefined
  if (!stored) throw new AppError('NOT_FOUND', { message: ['import.gone'] })
  return stored
}

interface Run<T> {
  spec: AnyImport
  given: UploadInput & { content: Uint8Array }
  /**
   * Whether this is a preview, which changes nothing. Only a preview checks the permission before it reads
   * the file, and counts its rows against the rate limit for lookups.
   */
  preview: boolean
  caller: Caller
  report: Report
  /** Called at the start of the transaction. If it returns a result, the import ends with this result. */
  before?(tx: Tx): Promise<T | undefined>
  finish(call: Finish): Promise<T>
}

/** Reads the file and calls `finish` in a transaction. If the import is refused, writes an audit event. */
async function runImport<T>({ db, services, acquire }: Parts, run: Run<T>): Promise<T> {
  const { spec, given, preview, report } = run
  const { viewer, request } = run.caller
  const release = acquire(viewer.accountId)
  const may = (tx: Tx) => admit(spec, { tx, context: { services }, input: given.input, viewer })
  try {
    // Check the permission first, because reading a file is expensive.
    if (preview) await db.transaction(may)
    report({ phase: 'read', done: 0, of: 0 })
    const offset = zoneOffset(given.timeZone)
    const sheet = await readSheet(given.content, spec.columns, offset)
    const rows = sheet.rows.length + sheet.wrong.size
    if (preview) await spec.charge?.({ db: db.query, services, viewer, input: given.input, rows: sheet.rows })
    return await db.transaction(
      async (tx) => {
        const done = await run.before?.(tx)
        if (done !== undefined) return done
        const admitted = await may(tx)
        report({ phase: 'check', done: 0, of: rows })
        const common = {
          ...{ tx, services, request, viewer: admitted.viewer },
          ...{ input: given.input, target: admitted.target.row, showsSame: sameSecond(offset) },
        }
        const plan = (lock: boolean) => spec.plan({ ...common, rows: sheet.rows, lock })
        return run.finish({ ...common, plan, sheet, count: rows })
      },
      { statementTimeout },
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN')
      await recordRefusal(actionOf(spec), { db, request }, viewer)
    throw error
  } finally {
    release()
  }
}

async function upload(
  parts: Parts,
  list: string,
  { query, content }: { query: Record<string, unknown>; content: Buffer },
  caller: Caller,
  report: Report,
): Promise<Preview> {
  const spec = specOf(list, caller)
  const { timeZone, ...rest } = query
  const given: UploadInput = {
    input: checkInput(fieldsSchema(spec.input), rest),
    timeZone: checkInput(v.object({ timeZone: timeZoneSchema }), { timeZone }).timeZone,
  }
  const { locale, idempotent } = caller.request
  const { wrongRows, ...preview } = await runImport(parts, {
    ...{ spec, given: { ...given, content }, preview: true, caller, report },
    async finish({ plan, sheet, count }) {
      const planned = await plan(false)
      const wrong = wrongOf(sheet.wrong, sheet.rows, planned)
      const samples = samplesOf(spec, { rows: sheet.rows, planned, wrong }, locale, given.timeZone)
      const { ignored, hidden } = sheet
      return { ...countsOf(planned, wrong, count), ignored, hidden, samples, wrongRows: wrong }
    },
  })
  const accountId = caller.viewer.accountId
  return parts.db.transaction((tx) =>
    runOnce(
      idempotent,
      tx,
      async () => ({
        id: await storeUpload(tx, { accountId, list, input: given, content, wrong: wrongRows }),
        ...preview,
      }),
      Object.values(given.input).filter((value) => typeof value === 'string' && isId(value)) as string[],
    ),
  )
}

function apply(
  parts: Parts,
  spec: AnyImport,
  { list, stored, refuseWrong }: { list: string; stored: UploadRow; refuseWrong: boolean },
  caller: Caller,
  report: Report,
): Promise<Counts> {
  const { accountId } = caller.viewer
  let locked: UploadRow
  return runImport<Counts>(parts, {
    ...{ spec, preview: false, caller, report },
    given: { ...(stored.input as unknown as UploadInput), content: stored.content },
    async before(tx) {
      await caller.request.idempotent?.beginChange(tx)
      const row = await lockUpload(tx, accountId, list, stored.id)
      if (!row) throw new AppError('NOT_FOUND', { message: ['import.gone'] })
      locked = row
      return locked.applied_at ? (locked.result as unknown as Counts) : undefined
    },
    async finish({ plan, sheet, count, ...call }) {
      const planned = await plan(true)
      const wrong = wrongOf(sheet.wrong, sheet.rows, planned)
      const counts = countsOf(planned, wrong, count)
      if (counts.wrong && refuseWrong)
        throw new AppError('CONFLICT', { message: ['import.wrongRows', { count: counts.wrong }] })
      const rowChanges = planned.flatMap((each) =>
        each.kind === 'created' || each.kind === 'changed' ? [each.rowChange] : [],
      )
      const progress = (done: number) => report({ phase: 'write', done, of: rowChanges.length })
      progress(0)
      await spec.apply({ ...call, rowChanges, progress })
      progress(rowChanges.length)
      await markApplied(call.tx, locked, { wrong, result: counts })
      const about = spec.audit(call)
      await call.request.idempotent?.storeResult(call.tx, counts, [about.tenantId])
      await recordAudit(call.tx, {
        ...about,
        actorId: accountId,
        action: actionOf(spec),
        ip: call.request.ip,
        success: true,
        changes: Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, [null, value]])),
      })
      return counts
    },
  })
}

export type Imports = ReturnType<typeof createImports>

interface Finish {
  tx: Tx
  services: Services
  request: RequestInfo
  viewer: Viewer
  input: Record<string, unknown>
  target: unknown
  showsSame: (one: Date, other: Date) => boolean
  plan(lock: boolean): Promise<Outcome[]>
  sheet: Awaited<ReturnType<typeof readSheet>>
  count: number
}

/**
 * Returns a function that compares times as a sheet shows them, in local time and to the second. Times in
 * both occurrences of the repeated hour at the end of daylight saving time look the same.
 */
const sameSecond = (offset: (instant: number) => number) => (one: Date, other: Date) => {
  const shown = (date: Date) => Math.floor((date.getTime() + offset(date.getTime())) / 1_000)
  return shown(one) === shown(other)
}

const actionOf = ({ name }: AnyImport): string => `Import${name.charAt(0).toUpperCase()}${name.slice(1)}`
