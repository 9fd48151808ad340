// Runs the embedded PostgreSQL in a worker thread. The thread speaks PostgreSQL's wire protocol over its
// message port, so the pg driver uses it like a PostgreSQL server.

import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { first, required } from '../../contract/required.ts'
import { makeDatabase, openInFolder, openInMemory } from './pglite.ts'

/**
 * `dataDir` is the folder of the database. If it is absent, the database is in memory and starts from `dump`,
 * a tar of a data folder.
 */
export interface EmbeddedWorkerData {
  dataDir?: string
  dump?: Uint8Array<ArrayBuffer>
}

const { dataDir, dump } = workerData as EmbeddedWorkerData
const port = required(parentPort, 'parentPort')

// A checkpoint is made after this number of WAL bytes, because PGlite has no checkpointer process. Crash
// recovery must read the WAL since the last checkpoint. Recovering 32 MB takes about a second.
const checkpointEvery = 32 * 1024 * 1024
const checkpoint = Buffer.concat([Buffer.from('Q\0\0\0\x0f'), Buffer.from('checkpoint\0')])

const goodbye = 0x58 // message type 'X' (Terminate)
const startup = 0
const outsideTransaction = 0x49 // 'I' (idle), the last byte of a response outside a transaction

if (dataDir !== undefined) await makeDatabase(dataDir)
const { db, files } =
  dataDir === undefined ? { db: await openInMemory(dump) } : await openInFolder(dataDir, crash)
let bytesAtCheckpoint = 0

function crash(reason: string): void {
  port.postMessage({ crash: reason })
  process.exit(1)
}

async function answer(message: Uint8Array): Promise<void> {
  if (message[0] === goodbye) {
    await db.close() // Makes a final checkpoint, so the next start needs no recovery.
    process.exit(0)
  }
  const response = message[0] === startup ? db.execProtocolRawSync(message) : await run(db, message)
  const idle = response.at(-1) === outsideTransaction
  const copy = new Uint8Array(response)
  port.postMessage(copy, [copy.buffer])
  if (files && idle && files.logBytes - bytesAtCheckpoint > checkpointEvery) {
    await run(db, checkpoint)
    bytesAtCheckpoint = files.logBytes
  }
}

async function run(db: PGlite, message: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  await db.execProtocolRawStream(message, { onRawData: (bytes) => parts.push(bytes.slice()) })
  return parts.length === 1 ? first(parts, 'parts') : Buffer.concat(parts)
}

port.on('message', answer)
port.postMessage('open')
