import { Readable } from 'node:stream'
import {
  type DocumentNode,
  type ExecutionResult,
  experimentalExecuteIncrementally,
  type GraphQLSchema,
  parse,
} from 'graphql'
import * as v from 'valibot'
import { limits } from '../../contract/limits.ts'
import { required } from '../../contract/required.ts'
import { maskPhone, normalizePhone } from '../accounts/phones/phone.ts'
import { recordAudit } from '../core/audit.ts'
import type { Context, Services } from '../core/context.ts'
import { AppError, badInput } from '../core/errors.ts'
import { isId } from '../core/id.ts'
import { checkInput, opaqueSchema, timeZoneSchema } from '../core/input.ts'
import { createConcurrencyLimit } from '../core/jobs/concurrency.ts'
import {
  type Cell,
  type ExportColumn,
  findExport,
  type ListExport,
  type Reader,
} from '../core/list-export.ts'
import type { RequestInfo } from '../core/request.ts'
import { zoneOffset } from '../core/time/zone.ts'
import { assertUnlocked, type Viewer } from '../core/viewer.ts'
import { inLanguage } from '../core/words.ts'
import type { Database } from '../db/open.ts'
import { localTime } from './csv.ts'
import { fileTime, mediaTypes, type SentFile } from './file.ts'
import { writePages } from './thread.ts'

const bodySchema = v.object({
  variables: v.optional(v.record(v.string(), v.unknown()), {}),
  ids: v.optional(v.pipe(v.array(opaqueSchema(128)), v.minLength(1), v.maxLength(limits.chosen))),
  format: v.picklist(['xlsx', 'csv']),
  timeZone: timeZoneSchema,
})

interface Caller {
  viewer: Viewer
  request: RequestInfo
}

interface Dependencies {
  schema: GraphQLSchema
  db: Database
  services: Services
}

/** Rows per page. Only one page is in memory at a time. */
const pageSize = 1_000

/**
 * Exports a list as a file, page by page, as fast as the client reads. Each page is queried through the
 * list's own GraphQL field with the viewer's current permissions. A user who is disabled or signed out during
 * the export therefore gets no further pages. With `ids`, exports only the rows with these ids that the
 * viewer can see, in batches. Throws before the first byte if the viewer cannot see the list. Writes an audit
 * event before the last byte is sent.
 */
export function createExports(dependencies: Dependencies) {
  const acquire = createConcurrencyLimit({ all: 8, account: 2 })

  /**
   * Starts an export. Throws NOT_FOUND for an unknown list, BAD_INPUT for invalid arguments, and the errors
   * of the list's GraphQL field.
   */
  return async (name: string, body: unknown, caller: Caller): Promise<SentFile> => {
    const list = findExport(name)
    if (!list) throw new AppError('NOT_FOUND')
    assertUnlocked(caller.viewer)
    const { variables: filter, ids, format, timeZone } = checkInput(bodySchema, body)
    const { locale } = caller.request
    const offset = zoneOffset(timeZone)
    const { codes }: CodeLabels = await read(dependencies.schema, labels, {}, contextOf(dependencies, caller))
    const pages = readPages({ ...dependencies, acquire }, list, filter, ids, caller)
    // Read the first page before anything is sent, so that an error leads to an error response instead of a
    // truncated file.
    const first = await pages.next()
    const rows = cellsOf(
      list,
      {
        locale,
        dateTime: (instant) => localTime(new Date(instant), offset).slice(0, -3),
        codes: new Map(codes.map(({ code, label }) => [code, label])),
      },
      first,
      pages,
    )
    const titles = list.columns.map(({ title }) => inLanguage(title, locale))
    const widths = list.columns.map(({ width, kind }) => width ?? (kind === 'instant' ? 20 : 16))
    const title = inLanguage(list.title, locale)
    const end = `${fileTime(caller.viewer.now, offset)}.${format}`
    const content = Readable.from(
      writePages({ kind: 'write', format, sheets: [{ name: title, titles, widths }], timeZone }, rows),
      { objectMode: false },
    )
    // Stop reading pages when the response is closed. 'close' is emitted even if the client has read nothing.
    content.once('close', () => pages.return(undefined).catch(() => {}))
    return {
      name: `${title}-${end}`,
      ascii: `${list.name}-${end}`,
      type: mediaTypes[format],
      content,
    }
  }
}

/** Yields the rows page by page. Writes an audit event after the last page. */
async function* readPages(
  dependencies: Dependencies & { acquire: ReturnType<typeof createConcurrencyLimit> },
  list: ListExport,
  filter: Filter,
  ids: readonly string[] | undefined,
  { viewer, request }: Caller,
) {
  const { schema, db, services, acquire } = dependencies
  const batches = ids && inBatches(ids)
  const { document, variables } = ask(schema, list, batches ? { ...filter, idSet: batches[0] } : filter)
  const release = acquire(viewer.accountId)
  let [rows, complete] = [0, false]
  try {
    let after: string | null = null
    let batch = 0
    do {
      const begun = after !== null || batch > 0
      const now = begun ? await services.reloadViewer(db.query, viewer) : viewer
      if (!now) throw new AppError('UNAUTHENTICATED')
      const paging = { pageSize, uncounted: true } as const
      const context: Context = { ...contextOf(dependencies, { viewer: now, request }), paging }
      const page: ListQuery = await read<ListQuery>(
        schema,
        document,
        { ...variables, ...(batches && { idSet: batches[batch] }), after },
        context,
      )
      rows += page.list.data.length
      after = page.list.next
      if (!after) batch++
      yield page.list.data
    } while (after || (batches && batch < batches.length))
    complete = true
  } finally {
    release()
    if (rows || complete)
      await auditExport(
        db,
        list,
        ids ? { ...filter, chosen: ids.length } : filter,
        { viewer, request },
        { rows, complete },
      )
  }
}

const contextOf = ({ db, services }: Dependencies, caller: Caller): Context => ({
  ...{ db, services, refreshToken: null, loaders: new Map() },
  ...caller,
})

async function read<Data>(
  schema: GraphQLSchema,
  document: DocumentNode,
  variableValues: Filter,
  contextValue: Context,
): Promise<Data> {
  const result = (await experimentalExecuteIncrementally({
    schema,
    document,
    contextValue,
    variableValues,
    hideSuggestions: true,
  })) as ExecutionResult<Data>
  const [error] = result.errors ?? []
  // The error has no path if GraphQL rejected an argument of the wrong type before it called the resolver.
  if (error && !error.path) throw badInput({ variables: ['field.invalid'] })
  if (error) throw error.originalError ?? error
  return required(result.data, 'data')
}

async function auditExport(
  db: Database,
  list: ListExport,
  filter: Filter,
  { viewer, request }: Caller,
  { rows, complete }: { rows: number; complete: boolean },
): Promise<void> {
  const tenantId = list.tenantOf?.(filter)
  const within = typeof tenantId === 'string' && isId(tenantId) ? tenantId.toLowerCase() : null
  await db.transaction((tx) =>
    recordAudit(tx, {
      tenantId: within ?? viewer.accountId,
      actorId: viewer.accountId,
      action: `Export${list.name.charAt(0).toUpperCase()}${list.name.slice(1)}`,
      targetType: within ? 'tenant' : 'account',
      targetId: within ?? viewer.accountId,
      ip: request.ip,
      success: complete,
      changes: { filter: [null, withoutPhones(filter)], rows: [null, rows] },
    }),
  )
}

const inBatches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / limits.batch) }, (_, index) =>
    ids.slice(index * limits.batch, (index + 1) * limits.batch),
  )

export type Exports = ReturnType<typeof createExports>

type Filter = Record<string, unknown>
type Row = Record<string, Cell>
interface ListQuery {
  list: { next: string | null; data: Row[] }
}
interface CodeLabels {
  codes: { code: string; label: string }[]
}
const labels = parse('{ codes: listAuthCode { code label } }')

type Pages = AsyncGenerator<Row[]>

async function* cellsOf(
  { columns }: ListExport,
  reader: Reader,
  first: IteratorResult<Row[]>,
  rest: Pages,
): AsyncGenerator<Cell[][]> {
  const cells = (row: Row) => columns.map((column) => cellOf(column, row, reader))
  if (!first.done) yield first.value.map(cells)
  for await (const page of rest) yield page.map(cells)
}

function cellOf({ value, kind }: ExportColumn<Row>, row: Row, reader: Reader): Cell {
  const cell = typeof value === 'function' ? value(row, reader.locale, reader) : row[value]
  if (kind !== 'instant' || cell === null || cell === undefined) return cell
  return new Date(cell as string | number)
}

/**
 * Builds the query from the list's field, the arguments of the filter and the fields that the columns need.
 * Throws BAD_INPUT for unknown arguments.
 */
function ask(schema: GraphQLSchema, { field, rows, also }: ListExport, filter: Filter) {
  const { args } = required(
    required(schema.getQueryType(), 'result of getQueryType').getFields()[field],
    'item of getFields',
  )
  const given = Object.entries(filter).filter(
    ([name, value]) => !['first', 'pageSize', 'after'].includes(name) && value !== undefined,
  )
  const types = new Map(args.map(({ name, type }) => [name, type]))
  for (const [name] of given)
    if (!types.has(name)) throw badInput({ [`variables.${name}`]: ['field.invalid'] })
  const more = Object.entries(also?.(filter) ?? {})
  const declared = [
    '$after: String',
    ...given.map(([name]) => `$${name}: ${types.get(name)}`),
    ...more.map(([name, [type]]) => `$${name}: ${type}`),
  ]
  const passed = ['after: $after', ...given.map(([name]) => `${name}: $${name}`)]
  const query = parse(
    `query Export(${declared.join(', ')}) { list: ${field}(${passed.join(', ')}) { next data { ...Row } } }`,
  )
  return {
    document: { ...query, definitions: [...query.definitions, ...rows.definitions] },
    variables: Object.fromEntries([...given, ...more.map(([name, [, value]]) => [name, value])]) as Filter,
  }
}

/**
 * Masks complete phone numbers, even in search terms, because the audit log must not contain them. Truncates
 * long texts.
 */
const withoutPhones = (filter: Filter): Filter =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      const phone = typeof value === 'string' ? normalizePhone(value) : null
      if (phone) return [name, maskPhone(phone)]
      return [name, typeof value === 'string' ? value.slice(0, limits.search) : value]
    }),
  )
