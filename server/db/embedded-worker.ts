// The embedded PostgreSQL, in a thread of its own: it speaks the wire protocol over the thread's message port, so that
// the pg driver in front of it need not know that there is no server.
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableNodeFS, prepareFolder } from './durable-fs.ts'

/** dataDir: the folder of the database; without it the database is in memory and starts from dump, a tar of it. */
export interface EmbeddedWorkerData {
  dataDir?: string
  dump?: Uint8Array<ArrayBuffer>
}

const { dataDir, dump } = workerData as EmbeddedWorkerData
const port = parentPort!

// PGlite's start parameters, but with fsync (-F means without) and a smaller buffer, which saves 80 MB of memory.
/** What migrations may create: the index for searching by any part of a name. */
const extensions = { pg_trgm }

const small = ['-c', 'shared_buffers=16MB', '-c', 'max_wal_size=128MB', '-c', 'min_wal_size=32MB']
const durable = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync']

// Without a server there is no process that makes checkpoints, and recovery reads the log from the last one: 32 MB take
// about a second.
const checkpointEvery = 32 * 1024 * 1024
const checkpoint = Buffer.concat([Buffer.from('Q\0\0\0\x0f'), Buffer.from('checkpoint\0')])

const goodbye = 0x58 // 'X'
const startup = 0
const outsideTransaction = 0x49 // 'I', the last byte of an answer

const files = dataDir === undefined ? undefined : new DurableNodeFS(join(dataDir, 'postgres'), crash)

/** PostgreSQL has given up (a full disk, say): left alone, PGlite would ask it again for ever. The log recovers it. */
function crash(): void {
  port.postMessage({ crash: lastWords })
  process.exit(1)
}

async function open(): Promise<PGlite> {
  if (dataDir === undefined || !files) {
    return PGlite.create({
      ...(dump && { loadDataDir: new Blob([dump]) }),
      extensions,
      startParams: [...PGlite.defaultStartParams, ...small],
    })
  }
  const made = prepareFolder(join(dataDir, 'postgres'))
  const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F')
  const db = await PGlite.create({
    fs: files,
    startParams: [...startParams, ...durable, ...small],
    onStderr: (line) => {
      lastWords = /(PANIC|FATAL): .*/.exec(line)?.[0] ?? lastWords
      return false
    },
  })
  await files.proveDurable(db)
  made?.markFinished()
  return db
}

let lastWords = 'it has aborted'
let bytesAtCheckpoint = 0

async function answer(db: PGlite, message: Uint8Array): Promise<void> {
  if (message[0] === goodbye) {
    await db.close() // its last checkpoint leaves nothing to recover
    process.exit(0)
  }
  const response = message[0] === startup ? db.execProtocolRawSync(message) : await run(db, message)
  const idle = response.at(-1) === outsideTransaction
  const copy = Uint8Array.from(response)
  port.postMessage(copy, [copy.buffer])
  if (files && idle && files.logBytes - bytesAtCheckpoint > checkpointEvery) {
    await run(db, checkpoint)
    bytesAtCheckpoint = files.logBytes
  }
}

async function run(db: PGlite, message: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  await db.execProtocolRawStream(message, { onRawData: (bytes) => parts.push(bytes.slice()) })
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}

const db = await open()
port.on('message', (message: Uint8Array) => answer(db, message))
port.postMessage('open')
