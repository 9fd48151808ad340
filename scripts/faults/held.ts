import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { residentMemory } from '../../bench/measure.ts'
import { last } from '../../contract/required.ts'
import type { Scene } from './scene.ts'

// On SIGUSR2 the server collects what nobody holds any more, and says what is left.
const collector = `
  import { setFlagsFromString } from 'node:v8'
  import { runInNewContext } from 'node:vm'
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', () => {
    collect()
    console.log('collected ' + process.memoryUsage().heapUsed)
  })`

/** Environment of a server that `heldBy` asks. */
export const collecting = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(collector)}`,
}

/** What a process can be asked for on this system. */
export const lacksHeld = (): string | undefined =>
  process.platform === 'linux' ? undefined : 'what a process holds is read of /proc'

/** What a server holds after a collection; MB, and descriptors beside the open connections of callers. */
export interface Held {
  heap: number
  resident: number
  descriptors: number
}

export async function heldBy({ server }: Scene): Promise<Held> {
  const said = () => [...server.output().matchAll(/^collected (\d+)$/gm)]
  const before = said().length
  process.kill(server.pid, 'SIGUSR2')
  while (said().length === before) await pause(50)
  return {
    heap: Number(last(said(), 'said')[1]) / 1024 / 1024,
    resident: residentMemory(server.pid),
    descriptors: ownDescriptors(server.pid, Number(new URL(server.url).port)),
  }
}

/** Callers open as many connections as they need at once; one that they have closed and the server has not counts. */
function ownDescriptors(pid: number, port: number): number {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const open = new Set<string>()
  for (const line of readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n').slice(1)) {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
    // 01: ESTABLISHED
    if (state === '01' && local?.endsWith(suffix)) open.add(`socket:[${inode}]`)
  }
  return readdirSync(`/proc/${pid}/fd`).filter((name) => !open.has(target(`/proc/${pid}/fd/${name}`))).length
}

function target(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed since the folder was read.
    return ''
  }
}
