import { spawnSync } from 'node:child_process'
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
 * Adds the fsync calls that PGlite's file system omits, so a commit returns only when its WAL record is on
 * disk. The class uses internals of PGlite. PGlite's version is therefore pinned, and proveDurable() checks
 * each start.
 */
export class DurableNodeFS extends NodeFS {
  /** Number of fsync calls on WAL files so far. */
  logSyncs = 0
  /** Number of bytes written to the WAL so far. */
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
      // A failed fsync is reported to PostgreSQL, which then stops instead of assuming that the data is on
      // disk.
      nodefs.tryFSOperation(() => fsyncSync(stream.nfd))
      if (isLog(stream)) this.logSyncs++
      return 0
    }
  }

  /** Throws if commits do not reach the disk. */
  async proveDurable(db: PGlite): Promise<void> {
    const before = this.logSyncs
    await db.query("select pg_logical_emit_message(true, 'reeve', 'a commit must reach the disk')")
    if (this.logSyncs === before) {
      throw new Error(
        'The embedded database was not opened, because its commits do not reach the disk ' +
          '(a probe caused no fsync). Install exactly the version of @electric-sql/pglite in package-lock.json.',
      )
    }
  }
}

/** Name of the marker file in a data folder whose creation has not finished. */
export const unfinished = 'UNFINISHED'

/**
 * Creates the folder for a new database. Returns undefined if the folder already contains a complete
 * database. If the process is killed before markFinished(), the next start creates the folder again.
 */
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

/** Syncs all files and folders below a path to disk. */
export function syncTree(path: string): void {
  // Uses one syncfs call for the whole file system, which takes milliseconds. An fsync call for each of a
  // thousand files would take seconds.
  if (process.platform === 'linux' && spawnSync('sync', ['-f', path], { stdio: 'ignore' }).status === 0)
    return
  syncEach(path)
}

function syncEach(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) syncEach(join(path, entry.name))
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
