// A disk that loses its power: what a process writes into a folder is also kept as the disk would have it, where only
// what was written through by fsync is sure to be. Everything goes through Node's fs, which is watched here.
import fs, { cpSync, mkdirSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { relative, resolve } from 'node:path'

const block = 4096

interface WatchedDisk {
  /** Writes and fsyncs so far. */
  readonly operations: number
  /** Called before each write and fsync. */
  onOperation: (() => void) | undefined
  /** What a power cut now would leave, as a new folder: of what was not written through, each block by chance. */
  cutPower(image: string): void
}

/**
 * Watches root, which has to be at rest. Names of files (create, rename, remove, truncate) reach the disk at once, as
 * journaling file systems order them before data: the harder case for a database. shadow: a folder for the disk's state.
 */
export function watchDisk(root: string, shadow: string): WatchedDisk {
  const real = { ...fs }
  cpSync(root, shadow, { recursive: true })
  const files = new Map<number, string>()
  /** By file: numbers of blocks that were written, but not written through. */
  const dirty = new Map<string, Set<number>>()
  const disk: WatchedDisk = { operations: 0, onOperation: undefined, cutPower }

  const inside = (path: unknown): string | undefined => {
    if (typeof path !== 'string') return undefined
    const name = relative(root, resolve(path))
    return name.startsWith('..') ? undefined : name
  }
  const onDisk = (name: string) => `${shadow}/${name}`

  function operation(): void {
    ;(disk as { operations: number }).operations++
    disk.onOperation?.()
  }

  function copyBlocks(name: string, blocks: Iterable<number>, to: string): void {
    const source = real.openSync(`${root}/${name}`, 'r')
    const target = real.openSync(to, 'r+')
    const buffer = Buffer.alloc(block)
    for (const number of blocks) {
      const length = real.readSync(source, buffer, 0, block, number * block)
      if (length > 0) real.writeSync(target, buffer, 0, length, number * block)
    }
    real.closeSync(source)
    real.closeSync(target)
  }

  function cutPower(image: string): void {
    cpSync(shadow, image, { recursive: true })
    for (const [name, blocks] of dirty) {
      copyBlocks(
        name,
        [...blocks].filter(() => Math.random() < 0.5),
        `${image}/${name}`,
      )
    }
  }

  Object.assign(fs, {
    openSync(path: string, flags: number, mode: number) {
      const name = inside(path)
      const existed = name !== undefined && real.existsSync(path)
      const file = real.openSync(path, flags, mode)
      if (name !== undefined) {
        if (real.fstatSync(file).isFile()) {
          files.set(file, name)
          const truncates = typeof flags === 'number' && (flags & fs.constants.O_TRUNC) !== 0
          if (!existed || truncates) {
            real.writeFileSync(onDisk(name), '')
            dirty.delete(name)
          }
        }
      }
      return file
    },
    closeSync(file: number) {
      files.delete(file)
      real.closeSync(file)
    },
    writeSync(file: number, buffer: Uint8Array, offset: number, length: number, position: number) {
      const name = files.get(file)
      if (name === undefined) return real.writeSync(file, buffer, offset, length, position)
      operation()
      const written = real.writeSync(file, buffer, offset, length, position)
      const blocks = dirty.get(name) ?? new Set()
      dirty.set(name, blocks)
      const last = Math.floor((position + written - 1) / block)
      for (let number = Math.floor(position / block); number <= last; number++) blocks.add(number)
      return written
    },
    fsyncSync(file: number) {
      const name = files.get(file)
      if (name === undefined) return real.fsyncSync(file)
      operation()
      real.fsyncSync(file)
      copyBlocks(name, dirty.get(name) ?? [], onDisk(name))
      dirty.delete(name)
    },
    ftruncateSync(file: number, length: number) {
      real.ftruncateSync(file, length)
      const name = files.get(file)
      if (name !== undefined) real.truncateSync(onDisk(name), length)
    },
    truncateSync(path: string, length: number) {
      real.truncateSync(path, length)
      const name = inside(path)
      if (name !== undefined) real.truncateSync(onDisk(name), length)
    },
    writeFileSync(path: string, data: string, options: object) {
      real.writeFileSync(path, data, options)
      const name = inside(path)
      if (name !== undefined) real.writeFileSync(onDisk(name), data, options)
    },
    renameSync(from: string, to: string) {
      real.renameSync(from, to)
      const [old, name] = [inside(from), inside(to)]
      if (old === undefined || name === undefined) return
      real.renameSync(onDisk(old), onDisk(name))
      dirty.set(name, dirty.get(old) ?? new Set())
      dirty.delete(old)
      for (const [file, open] of files) if (open === old) files.set(file, name)
    },
    unlinkSync(path: string) {
      real.unlinkSync(path)
      const name = inside(path)
      if (name === undefined) return
      real.unlinkSync(onDisk(name))
      dirty.delete(name)
    },
    mkdirSync(path: string, options: object) {
      const name = inside(path)
      if (name !== undefined) mkdirSync(onDisk(name), { recursive: true })
      return real.mkdirSync(path, options)
    },
    rmdirSync(path: string) {
      real.rmdirSync(path)
      const name = inside(path)
      if (name !== undefined) real.rmdirSync(onDisk(name))
    },
  })
  syncBuiltinESMExports()
  return disk
}
