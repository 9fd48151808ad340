import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface EmscriptenStream {
  nfd: number
  node: object
}

/**
 * PGlite's file system, with the fsync that it leaves out: a commit answers only once its log is on the disk. It reaches
 * into PGlite's inside, so the version is pinned and proveDurable() tries it at each start.
 */
export class DurableNodeFS extends NodeFS {
  /** Files of the write-ahead log that were written through to the disk. */
  logSyncs = 0
  /** Bytes of write-ahead log written. */
  logBytes = 0
  readonly #onAbort: () => void

  constructor(path: string, onAbort: () => void) {
    super(path)
    this.#onAbort = onAbort
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options)
    // biome-ignore lint/suspicious/noExplicitAny: Emscripten's module has no types for its file systems.
    const preRun = (module: any) => this.#writeThrough(module.NODEFS)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [preRun, ...((emscriptenOpts.preRun as []) ?? [])],
        onAbort: this.#onAbort,
      },
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #writeThrough(nodefs: any): void {
    const ofLog = new WeakMap<object, boolean>()
    const isLog = ({ node }: EmscriptenStream): boolean => {
      let log = ofLog.get(node)
      if (log === undefined) {
        log = dirname(nodefs.realPath(node)).endsWith('pg_wal')
        ofLog.set(node, log)
      }
      return log
    }
    const { write } = nodefs.stream_ops
    nodefs.stream_ops.write = (stream: EmscriptenStream, ...rest: unknown[]): number => {
      const written = write(stream, ...rest)
      if (isLog(stream)) this.logBytes += written
      return written
    }
    nodefs.stream_ops.fsync = (stream: EmscriptenStream): number => {
      // A failure becomes PostgreSQL's own: it stops rather than believe what is not on the disk.
      nodefs.tryFSOperation(() => fsyncSync(stream.nfd))
      if (isLog(stream)) this.logSyncs++
      return 0
    }
  }

  /** Refuses a database whose commits do not reach the disk. */
  async proveDurable(db: PGlite): Promise<void> {
    const before = this.logSyncs
    await db.query("select pg_logical_emit_message(true, 'reeve', 'a commit must reach the disk')")
    if (this.logSyncs === before) {
      throw new Error(
        'The embedded database does not write its commits through to the disk (a probe caused no fsync), so it is not ' +
          'opened. Install exactly the version of @electric-sql/pglite that package-lock.json names.',
      )
    }
  }
}

/** In a folder whose making was begun and not ended. */
export const unfinished = 'UNFINISHED'

/** Makes the folder for a new database. Killed before markFinished(), the next start makes it anew. */
export function prepareFolder(path: string): { markFinished(): void } | undefined {
  const mark = join(path, unfinished)
  if (existsSync(path) && !existsSync(mark)) return undefined
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { mode: 0o700 })
  writeFileSync(mark, '')
  syncPath(dirname(path))
  return {
    markFinished() {
      syncTree(path)
      rmSync(mark)
      syncPath(path)
    },
  }
}

/** All of a folder is on the disk once it returns. */
export function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) syncTree(join(path, entry.name))
    else if (entry.isFile()) syncPath(join(path, entry.name))
  }
  syncPath(path)
}

export function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
