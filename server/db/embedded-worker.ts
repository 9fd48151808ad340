// The embedded PostgreSQL, in a thread of its own: it speaks the wire protocol over the thread's message port,
// so that the pg driver in front of it need not know that there is no server.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** dataDir: the folder of the database; without it the database is in memory and starts from dump, a tar of it. */
export interface EmbeddedWorkerData {
  dataDir?: string
  dump?: Uint8Array<ArrayBuffer>
}

const port = parentPort!
const { dataDir, dump } = workerData as EmbeddedWorkerData

const small = ['-c', 'shared_buffers=16MB']
const durable = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync']

let walSyncs = 0

interface EmscriptenStream {
  nfd: number
  node: object
}

/** PGlite's file system, with the fsync that it leaves out: a commit answers only once its log is on the disk. */
class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [
      // biome-ignore lint/suspicious/noExplicitAny: Emscripten's module has no types for its file systems.
      (module: any) => {
        const { NODEFS } = module.FS.filesystems ?? module
        NODEFS.stream_ops.fsync = (stream: EmscriptenStream) => {
          NODEFS.tryFSOperation(() => fsyncSync(stream.nfd))
          if (NODEFS.realPath(stream.node).includes('pg_wal')) walSyncs++
          return 0
        }
      },
      ...((emscriptenOpts.preRun as []) ?? []),
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** Refuses a database whose commits do not reach the disk: a newer PGlite may name its inside otherwise. */
async function proveDurable(db: PGlite): Promise<void> {
  const before = walSyncs
  await db.query("select pg_logical_emit_message(true, 'reeve', 'a commit must reach the disk')")
  if (walSyncs === before) {
    throw new Error('The embedded database does not write through to the disk: a commit caused no fsync.')
  }
}

function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) syncTree(join(path, entry.name))
    else syncPath(join(path, entry.name))
  }
  syncPath(path)
}

function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes a new database aside and renames it: killed half-way, the next start begins anew. */
async function initialize(folder: string, path: string): Promise<void> {
  const unfinished = join(folder, 'postgres.new')
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const db = await PGlite.create({ fs: new NodeFS(unfinished) })
  await db.close()
  syncTree(unfinished)
  renameSync(unfinished, path)
  syncPath(folder)
}

async function open(): Promise<PGlite> {
  if (dataDir === undefined) {
    return PGlite.create({
      ...(dump && { loadDataDir: new Blob([dump]) }),
      startParams: [...PGlite.defaultStartParams, ...small],
    })
  }
  const path = join(dataDir, 'postgres')
  if (!existsSync(path)) await initialize(dataDir, path)
  const db = await PGlite.create({
    fs: new DurableNodeFS(path),
    // PGlite's own start parameters say -F: no fsync.
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...durable,
      ...small,
    ],
  })
  await proveDurable(db)
  return db
}

const db = await open()

async function answer(message: Uint8Array): Promise<void> {
  if (message[0] === 0x58) {
    // 'X', the driver says goodbye: a clean shutdown writes a checkpoint, the next start has nothing to recover.
    await db.close()
    process.exit(0)
  }
  const parts: Uint8Array[] = []
  if (message[0] === 0) {
    parts.push(db.execProtocolRawSync(message))
  } else {
    await db.execProtocolRawStream(message, { onRawData: (bytes) => parts.push(bytes.slice()) })
  }
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  port.postMessage(whole, [whole.buffer])
}

port.on('message', answer)
port.postMessage('open')
