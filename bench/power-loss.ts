// Cuts the power of an embedded database 20 times while it writes, and looks for every acknowledged row afterwards.
// Arguments: "durable" for the database as the server opens it, "stock" for PGlite as it comes; a folder to work in.
// Prints one line of JSON: { cuts, acknowledged, lost, unopened }.

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { first } from '../contract/required.ts'
import { makeDatabase, openInFolder } from '../server/db/pglite.ts'
import { watchDisk } from './disk.ts'

const [kind, folder = '', cuts = '20'] = process.argv.slice(2)
const dataDir = join(folder, 'data')
mkdirSync(dataDir)

const crash = (reason: string): never => {
  throw new Error(reason)
}
await makeDatabase(dataDir)
const made = await openInFolder(dataDir, crash)
await made.db.exec('create table bench_row (id int primary key, note text not null)')
await made.db.close()

interface Cut {
  image: string
  acknowledged: number
}

/** Writes until `count` cuts were made, each at a random write or fsync; the i-th row is acknowledged before the next. */
async function writeAndCut(count: number): Promise<Cut[]> {
  const disk = watchDisk(dataDir, join(folder, 'disk'))
  const db =
    kind === 'durable'
      ? (await openInFolder(dataDir, crash)).db
      : await PGlite.create({ fs: new NodeFS(join(dataDir, 'postgres')) })
  const images: Cut[] = []
  let acknowledged = 0
  let next = 0
  const aim = () => {
    next = disk.operations + 1 + Math.floor(Math.random() * 600)
  }
  aim()
  disk.onOperation = () => {
    if (disk.operations < next || images.length === count) return
    const image = join(folder, `image-${images.length}`)
    disk.cutPower(image)
    images.push({ image, acknowledged })
    aim()
  }
  while (images.length < count) {
    await db.query('insert into bench_row values ($1, $2)', [acknowledged, 'x'.repeat(Math.random() * 3000)])
    acknowledged++
    if (acknowledged % 7 === 0)
      await db.query('update bench_row set note = note || $1 where id = $2', ['y', acknowledged - 7])
    if (acknowledged % 500 === 0) await db.exec('checkpoint')
  }
  disk.onOperation = undefined
  return images
}

/** How many rows of those acknowledged are missing after the power is back; undefined: it does not open. */
async function countLost({ image, acknowledged }: Cut): Promise<number | undefined> {
  try {
    const { db } = await openInFolder(image, crash)
    const { rows } = await db.query<{ found: number }>(
      'select count(*)::int as found from (select id, note from bench_row where id < $1 order by id) r',
      [acknowledged],
    )
    await db.close()
    return acknowledged - first(rows, 'rows').found
  } catch {
    return undefined
  }
}

const result = { cuts: 0, acknowledged: 0, lost: 0, unopened: 0 }
for (const cut of await writeAndCut(Number(cuts))) {
  const lost = await countLost(cut)
  result.cuts++
  result.acknowledged += cut.acknowledged
  if (lost === undefined) result.unopened++
  else result.lost += lost
  rmSync(cut.image, { recursive: true, force: true })
}
console.log(JSON.stringify(result))
process.exit()
