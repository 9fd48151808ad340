import { limits } from '../../../contract/limits.ts'
import { lockOwn, ofAccount } from '../../accounts/target.ts'
import { Auth } from '../../accounts/types.ts'
import { builder } from '../../core/builder.ts'
import { AppError } from '../../core/errors.ts'
import { oneOf, timeZone } from '../../core/input.ts'
import { batched } from '../../core/loader.ts'
import { mutation } from '../../core/operation.ts'
import { type ExportRow, type Format, findExports, requestExport } from './store.ts'

const statuses = ['WAITING', 'READY', 'FETCHED', 'EXPIRED', 'FAILED'] as const
const formats = ['JSON', 'XLSX'] as const

const DataExportStatus = builder.enumType('DataExportStatus', {
  description:
    'WAITING: the file is being created. READY: the file can be downloaded. FETCHED: the file has been downloaded. EXPIRED: the file was deleted before it was downloaded. FAILED: the file could not be created; request a new export.',
  values: statuses,
})
const DataExportFormat = builder.enumType('DataExportFormat', { values: formats })

const isOver = ({ status, expires_at }: ExportRow, now: Date) =>
  status === 'READY' && expires_at.getTime() <= now.getTime()

const DataExport = builder.objectRef<ExportRow>('DataExport').implement({
  description:
    'A file with all data of an account. It can be downloaded once, with POST /api/data-export/ID and a recent proof of identity.',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.field({
      type: DataExportStatus,
      resolve: (row, _args, { viewer }) =>
        isOver(row, viewer?.kind === 'account' ? viewer.now : new Date())
          ? 'EXPIRED'
          : (row.status as (typeof statuses)[number]),
    }),
    format: t.field({
      type: DataExportFormat,
      resolve: ({ format }) => format.toUpperCase() as (typeof formats)[number],
    }),
    size: t.int({ description: 'Approximate size in bytes', resolve: ({ bytes }) => bytes }),
    createDateTime: t.expose('created_at', { type: 'DateTime' }),
    expireDateTime: t.expose('expires_at', { type: 'DateTime' }),
  }),
})

const loadExport = batched<ExportRow | null>(
  'dataExport',
  (context, accountIds) => findExports(context.db.query, accountIds),
  null,
)

builder.objectField(Auth, 'dataExport', (t) =>
  t.field({
    type: DataExport,
    nullable: true,
    description: `The latest export that the account requested; null if it requested none in the last ${limits.dataExport.retentionDays} days`,
    resolve: (account, _args, context) => loadExport(context, account.id),
  }),
)

mutation({
  name: 'requestDataExport',
  description: `Requests a file with all data of the caller. It is created in the background, and a message is sent when it is ready. It can be downloaded once, within a day. A new export replaces the previous one; CONFLICT while the previous one is still being created. At most ${limits.dataExport.perDay} exports a day. timeZone: time zone of the dates in an XLSX file, UTC by default. Access: signed-in users.`,
  can: 'ACCOUNT_OWN',
  effects: [],
  input: { format: oneOf(DataExportFormat, formats), timeZone: timeZone() },
  returns: DataExport,
  target: lockOwn,

  async run({ tx, context: { services, request }, input, target: { id: accountId } }) {
    const format = input.format.toLowerCase() as Format
    const { locale } = request
    const row = await requestExport(tx, { accountId, format, locale, timeZone: input.timeZone })
    if (!row) throw new AppError('CONFLICT', { message: ['dataExport.waiting'] })
    await services.limiter.take(tx, {
      ...{ kind: 'dataExport', subject: accountId, max: limits.dataExport.perDay, window: 86_400 },
    })
    return row
  },

  audit: ({ target, input }) => ({
    ...ofAccount(target),
    changes: { format: [null, input.format] },
    always: true,
  }),
})
