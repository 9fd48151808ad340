import { Readable } from 'node:stream'
import { recordAudit } from '../../core/audit.ts'
import { AppError } from '../../core/errors.ts'
import { isId } from '../../core/id.ts'
import type { RequestInfo } from '../../core/request.ts'
import { assertUnlocked, isFresh, type Viewer } from '../../core/viewer.ts'
import { inLanguage } from '../../core/words.ts'
import type { Database } from '../../db/open.ts'
import { unsealBytes } from '../../factors/sealing.ts'
import { readExportKey } from '../../identity/keys/keys.ts'
import { fileTime, mediaTypes, type SentFile } from '../file.ts'
import { boundTo } from './make.ts'
import { endSending, leaseReady, readPart } from './store.ts'
import { fileTitle } from './words.ts'

export interface ExportFile extends SentFile {
  /**
   * Must be called once after sending. If `whole` is true, the file was sent completely and is deleted.
   * Otherwise it can be downloaded again.
   */
  sent(whole: boolean): Promise<void>
}

/**
 * Returns the viewer's export file, which can be downloaded once. Throws REAUTHENTICATE without a recent
 * proof of identity. Throws NOT_FOUND if the file belongs to another account, has already been downloaded or
 * has expired. Throws CONFLICT while another download is in progress.
 */
export const createDataExports =
  ({ db }: { db: Database }) =>
  async (id: string, { viewer, request }: { viewer: Viewer; request: RequestInfo }): Promise<ExportFile> => {
    assertUnlocked(viewer)
    if (!isFresh(viewer)) throw new AppError('REAUTHENTICATE')
    const { accountId } = viewer
    const leased = await db.transaction(async (tx) => {
      const found = isId(id) ? await leaseReady(tx, accountId, id) : undefined
      if (!found) throw new AppError('NOT_FOUND')
      if (found === 'taken') throw new AppError('CONFLICT', { message: ['dataExport.taken'] })
      // Write the audit event before the first byte is sent.
      await recordAudit(tx, {
        ...{ tenantId: accountId, actorId: accountId, action: 'FetchDataExport' },
        ...{ targetType: 'account', targetId: accountId, ip: request.ip, success: true },
      })
      return found
    })
    const key = await readExportKey(db.query)
    async function* parts() {
      for (let number = 0; ; number += 1) {
        const part = await readPart(db.query, accountId, number)
        if (!part) return
        yield unsealBytes(key, boundTo(accountId, leased.id, number), part.content)
      }
    }
    const day = leased.created_at.toISOString().slice(0, 10).replaceAll('-', '')
    const format = leased.format as keyof typeof types
    return {
      name: `${inLanguage(fileTitle, request.locale)}-${day}.${format}`,
      ascii: `data-export-${fileTime(leased.created_at, () => 0)}.${format}`,
      type: types[format],
      content: Readable.from(parts(), { objectMode: false }),
      sent: (whole) => endSending(db, leased, whole),
    }
  }

const types = { xlsx: mediaTypes.xlsx, json: 'application/json; charset=utf-8' } as const

export type DataExports = ReturnType<typeof createDataExports>
