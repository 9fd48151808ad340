import { Readable } from 'node:stream'
import { type CertificationDocument, documentLimits } from '../../../contract/documents.ts'
import { recordAudit } from '../../core/audit.ts'
import type { Services } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { isId } from '../../core/id.ts'
import { createConcurrencyLimit } from '../../core/jobs/concurrency.ts'
import type { RequestInfo } from '../../core/request.ts'
import { assertAllowed, assertUnlocked, may, type Viewer } from '../../core/viewer.ts'
import type { Database } from '../../db/open.ts'
import { assertPlatform } from '../../tenants/rules.ts'
import { hasSubmittedDocument } from '../store.ts'
import { readContent } from './content.ts'
import type { DocumentObjects } from './storage/objects.ts'
import {
  countStoredBytes,
  type DocumentRow,
  findContent,
  findDocuments,
  storeDocument,
  thumbnailUrl,
} from './store.ts'

interface Caller {
  viewer: Viewer
  request: RequestInfo
}

const { bytesPerAccount, perDay } = documentLimits

/**
 * Uploads and serves documents. Users upload documents before they submit the request that uses them.
 * Applicants and reviewers can download the documents.
 */
export function createDocuments({
  db,
  services,
  objects,
}: {
  db: Database
  services: Services
  objects: DocumentObjects
}) {
  const acquire = createConcurrencyLimit({ all: 16, account: 2 })
  const acquireReading = createConcurrencyLimit({ all: 16, account: 4 })

  async function contentOf(id: string, { accountId }: Viewer): Promise<Buffer | null> {
    const found = await findContent(db.query, id)
    if (!found || !('key' in found)) return found
    const release = acquireReading(accountId)
    try {
      return await objects.read(found)
    } finally {
      release()
    }
  }

  async function isOwn({ id, account_id, tenant_id }: DocumentRow, { accountId }: Viewer): Promise<boolean> {
    return (
      account_id === accountId ||
      (tenant_id !== null && (await hasSubmittedDocument(db.query, tenant_id, accountId, id)))
    )
  }

  return {
    /**
     * Stores an uploaded document. It is deleted after a day unless a request uses it by then. Throws
     * BAD_INPUT for `file`, and CONFLICT if the account has reached its storage limit.
     */
    async keep(sent: Buffer, name: string, { viewer }: Caller): Promise<CertificationDocument> {
      assertUnlocked(viewer)
      assertAllowed('TENANT_APPLY', viewer)
      assertPlatform(services)
      const { accountId } = viewer
      const release = acquire(accountId)
      try {
        await services.limiter.take(db.query, {
          kind: 'paper',
          subject: accountId,
          max: perDay,
          window: 86_400,
        })
        const content = await readContent(sent, name)
        if ((await countStoredBytes(db.query, accountId)) + content.content.length > bytesPerAccount)
          throw new AppError('CONFLICT', {
            message: ['document.full', { max: bytesPerAccount / 1024 / 1024 }],
          })
        // Write the object outside the transaction, so that no row stays locked during the upload.
        const object = await objects.write(content.content)
        const row = await db.transaction((tx) => storeDocument(tx, accountId, content, object))
        const { id, type, bytes } = row
        return { id, name: row.name, type, bytes, thumbnail: thumbnailUrl(content.thumbnail) }
      } finally {
        release()
      }
    },

    /**
     * Returns a document. Throws NOT_FOUND if the document does not exist or the viewer cannot read it.
     * Writes an audit event unless the viewer is the applicant.
     */
    async give(id: string, { viewer, request }: Caller) {
      assertUnlocked(viewer)
      const row = isId(id) ? (await findDocuments(db.query, [id])).get(id.toLowerCase()) : undefined
      const own = row !== undefined && (await isOwn(row, viewer))
      // Only the uploader can see a document that no request uses yet.
      const open = row && (own || row.tenant_id) && may(viewer, 'TENANT_PAPER_READ', own ? ['applicant'] : [])
      const content = open ? await contentOf(row.id, viewer) : null
      if (!open || !content) throw new AppError('NOT_FOUND')
      if (!own)
        await db.transaction((tx) =>
          recordAudit(tx, {
            ...{ tenantId: row.tenant_id, actorId: viewer.accountId, action: 'ReadTenantPaper' },
            ...{ targetType: 'tenant', targetId: row.tenant_id, ip: request.ip, success: true },
          }),
        )
      return { name: row.name, type: row.type, content: Readable.from([content], { objectMode: false }) }
    },
  }
}

export type Documents = ReturnType<typeof createDocuments>
