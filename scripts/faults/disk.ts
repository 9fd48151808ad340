import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../server/testing/postgres.ts'
import { mountSmallDisk, type SmallDisk } from '../../server/testing/small-disk.ts'
import { takesStatements, withClient } from '../lib/client.ts'
import type { Fault, Report } from './fault.ts'
import { demandCleanRefusals } from './restart.ts'
import { isSentence, refusalOf, round, type Scene, startScene, untilChange } from './scene.ts'

/** Seconds without room. */
const full = 10

const lacks = () =>
  process.getuid?.() === 0 && process.platform === 'linux' ? undefined : 'only root can mount a disk for it'

async function withDisk(megabytes: number, run: (disk: SmallDisk) => Promise<void>): Promise<void> {
  const disk = mountSmallDisk(megabytes)
  if (!disk) throw new Error('a disk could not be mounted here')
  try {
    await run(disk)
  } finally {
    disk[Symbol.dispose]()
  }
}

async function fillAndClear(
  report: Report,
  scene: Scene,
  disk: SmallDisk,
  afterwards: () => Promise<void> = async () => {},
): Promise<void> {
  scene.load.take()
  disk.fill()
  await pause(full * 1_000)
  disk.clear()
  const cleared = performance.now()
  await afterwards()
  const again = await untilChange(scene, cleared)
  report.within(again, 10_000, 'changes again after')
  report.say(`full for ${full} s; once there was room the next change after ${round(again)}`)
  demandCleanRefusals(report, scene.load.take(), 20_000)
}

export const disks: readonly Fault[] = [
  {
    name: 'disk full, embedded database',
    lacks,
    run: (report, { rate }) =>
      withDisk(400, async (disk) => {
        await using scene = await startScene(report, { rate, dataDir: join(disk.folder, 'data') })
        await fillAndClear(report, scene, disk)
        await scene.judge()
      }),
  },
  {
    name: 'disk full, PostgreSQL',
    lacks,
    run: (report, { rate }) =>
      withDisk(400, async (disk) => {
        const folder = join(disk.folder, 'postgres')
        const settings = { max_wal_size: '96MB', min_wal_size: '32MB' }
        const postgres = await startPostgres({ durable: true, folder, settings })
        try {
          await using scene = await startScene(report, { rate, databaseUrl: postgres.url })
          await fillAndClear(report, scene, disk, async () => {
            // Where it could not recover for want of room it has ended: its operator starts it.
            if (!(await takesStatements(postgres.url))) await postgres.start()
          })
          await scene.judge()
        } finally {
          await postgres.stop()
        }
      }),
  },
  {
    name: 'disk read-only, embedded database',
    lacks,
    run: (report, { rate }) =>
      withDisk(400, async (disk) => {
        await using scene = await startScene(report, { rate, dataDir: join(disk.folder, 'data') })
        await pause(3_000)
        const remount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, disk.folder])
        await scene.server.stop()
        remount('ro')
        const said = (await refusalOf(scene.dataDir)) ?? 'it started'
        report.demand(
          said.includes('cannot be written to') && isSentence(said),
          `a start on it said: ${said}`,
        )
        remount('rw')
        const began = performance.now()
        await scene.start()
        const again = await untilChange(scene, began)
        report.within(again, 10_000, 'changes again after')
        report.say(`a start is refused in a sentence; writable again, the next change after ${round(again)}`)
        await scene.judge()
      }),
  },
  {
    name: 'PostgreSQL read-only',
    async run(report, { rate }) {
      const postgres = await startPostgres({ durable: true })
      const set = (value: string) =>
        withClient(postgres.url, async (client) => {
          await client.query('set default_transaction_read_only = off')
          await client.query(`alter system set default_transaction_read_only = ${value}`)
          await client.query('select pg_reload_conf()')
        })
      try {
        await using scene = await startScene(report, { rate, databaseUrl: postgres.url })
        scene.load.take()
        await set('on')
        await pause(full * 1_000)
        const ready = await (await fetch(`${scene.server.url}/readyz`)).json()
        report.demand(!(ready as { writes: boolean }).writes, '/readyz did not say so')
        const began = performance.now()
        await set('off')
        const again = await untilChange(scene, began)
        report.within(again, 5_000, 'changes again after')
        report.say(`for ${full} s; then the next change after ${round(again)}`)
        await pause(2_000)
        demandCleanRefusals(report, scene.load.take(), 10_000)
        await scene.judge()
      } finally {
        await postgres.stop()
      }
    },
  },
]
