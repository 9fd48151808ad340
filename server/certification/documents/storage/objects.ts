import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { required } from '../../../../contract/required.ts'
import { AppError } from '../../../core/errors.ts'
import type { Database } from '../../../db/open.ts'
import { parseStorage } from './parse.ts'
import { openStorage, type Storage, sha256 } from './s3.ts'
import { announceObject, countObjects, leaseObjects, removeObjectKeys } from './store.ts'

/** Location of a document's content in object storage, and a hash to verify the content. */
export interface DocumentObject {
  key: string
  sha256: Buffer
}

export interface DocumentObjects {
  /**
   * Stores a document's content before a row references it. Returns null if no object storage is configured;
   * the caller then stores the content in the database. Throws UNAVAILABLE if the storage cannot be reached.
   */
  write(content: Buffer): Promise<DocumentObject | null>
  /**
   * Returns a document's content. Throws UNAVAILABLE if the storage cannot be reached, or INTERNAL if the
   * object is missing or damaged.
   */
  read(object: DocumentObject): Promise<Buffer>
  /** Deletes objects that no row references. Throws if one of these objects could not be deleted. */
  sweep(): Promise<void>
}

const atOnce = 20

/**
 * Opens the object storage at `url` (REEVE_DOCUMENTS_URL). Without a URL, documents are stored in the
 * database.
 */
export async function openDocumentObjects({
  db,
  url,
  log,
  registry,
}: {
  db: Database
  url: string | undefined
  log: Logger
  registry: Registry
}): Promise<DocumentObjects> {
  const storage = url === undefined ? null : counted(openStorage(parseStorage(url)), registry)
  if (!storage && (await countObjects(db.query)))
    log.warn(
      'some documents are in object storage, but REEVE_DOCUMENTS_URL is not set, so they cannot be read',
    )
  const unavailable = (cause: unknown) =>
    new AppError('UNAVAILABLE', { message: ['document.unreachable'], retryAfter: 10, cause })

  return {
    async write(content) {
      if (!storage) return null
      const key = randomBytes(16).toString('hex')
      await announceObject(db.query, key)
      try {
        await storage.put(key, content)
      } catch (error) {
        throw unavailable(error)
      }
      return { key, sha256: sha256(content) }
    },

    async read(object) {
      if (!storage) throw unavailable(new Error('REEVE_DOCUMENTS_URL is not set'))
      const content = await storage.get(object.key).catch((error) => {
        throw unavailable(error)
      })
      if (!content || !sha256(content).equals(object.sha256)) {
        const cause = new Error(
          content ? 'the hash of the object differs from the stored hash' : 'the object does not exist',
        )
        throw new AppError('INTERNAL', { message: ['document.damaged'], cause })
      }
      return content
    },

    async sweep() {
      if (!storage) return
      for (;;) {
        const keys = await leaseObjects(db.query, atOnce)
        const outcomes = await Promise.allSettled(keys.map((key) => storage.delete(key)))
        await removeObjectKeys(
          db.query,
          keys.filter((_key, index) => required(outcomes[index], 'item of outcomes').status === 'fulfilled'),
        )
        const failed = outcomes.find(({ status }) => status === 'rejected')
        if (failed) throw (failed as PromiseRejectedResult).reason
        if (keys.length < atOnce) return
      }
    },
  }
}

function counted(storage: Storage, registry: Registry): Storage {
  const counter = new Counter({
    name: 'paper_objects_total',
    help: 'Requests to the object storage of documents, by outcome',
    labelNames: ['call', 'outcome'] as const,
    registers: [registry],
  })
  const watch = async <T>(call: keyof Storage, run: () => Promise<T>): Promise<T> => {
    let outcome = 'failed'
    try {
      const answer = await run()
      outcome = answer === null ? 'missing' : 'done'
      return answer
    } finally {
      counter.inc({ call, outcome })
    }
  }
  return {
    put: (name, content) => watch('put', () => storage.put(name, content)),
    get: (name) => watch('get', () => storage.get(name)),
    delete: (name) => watch('delete', () => storage.delete(name)),
  }
}
