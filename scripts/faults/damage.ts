import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { first } from '../../contract/required.ts'
import { adminPassword } from '../../e2e/harness/server.ts'
import { openDatabase } from '../../server/db/open.ts'
import { ask, signIn } from '../lib/caller.ts'
import type { Fault } from './fault.ts'
import { isSentence, newFolder, startHere, startScene } from './scene.ts'

const names = '{ queryDevice(q: "FAULT-", pageSize: 50) { count data { id name } } }'

/** Paths of files below the folder "postgres". */
interface Places {
  devices: string
  index: string
  accounts: string
}

function flip(file: string, at: (length: number) => number, count = 1): void {
  const bytes = readFileSync(file)
  for (let offset = at(bytes.length); count > 0; offset += 1, count -= 1)
    bytes[offset] = Number(bytes[offset]) ^ 0xff
  writeFileSync(file, bytes)
}

const middle = (length: number) => Math.floor(length / 2)
const firstLog = (folder: string) => {
  const logs = readdirSync(join(folder, 'pg_wal')).filter((name) => /^0/.test(name))
  return join(folder, 'pg_wal', first(logs.sort(), 'logs'))
}

const damages: [name: string, make: (folder: string, places: Places) => void][] = [
  ['a byte of pg_control flipped', (folder) => flip(join(folder, 'global/pg_control'), () => 20)],
  ['pg_control cut to half', (folder) => truncateSync(join(folder, 'global/pg_control'), 100)],
  ['the log overwritten', (folder) => flip(firstLog(folder), () => 0, 16 * 1024 * 1024)],
  ['the log cut to nothing', (folder) => truncateSync(firstLog(folder), 0)],
  ['a byte in a row of devices flipped', (folder, { devices }) => flip(join(folder, devices), () => 8_150)],
  [
    'the table of devices cut to half a page',
    (folder, { devices }) => truncateSync(join(folder, devices), 4_096),
  ],
  ['the table of devices gone', (folder, { devices }) => rmSync(join(folder, devices))],
  ['an index of devices overwritten', (folder, { index }) => flip(join(folder, index), middle, 4_000)],
  [
    'the table of accounts overwritten',
    (folder, { accounts }) => flip(join(folder, accounts), () => 0, 8_192),
  ],
  ['the state of transactions overwritten', (folder) => flip(join(folder, 'pg_xact/0000'), () => 0, 2_048)],
  ['the map of files flipped', (folder) => flip(join(folder, 'global/pg_filenode.map'), () => 16)],
  ['PG_VERSION empty', (folder) => truncateSync(join(folder, 'PG_VERSION'), 0)],
]

/** What somebody sees of the devices; undefined: the server says that it cannot. */
async function devicesAt(url: string): Promise<string | undefined> {
  const entered = await signIn(url, 'admin', adminPassword)
  if (entered.status >= 500) return undefined
  if (entered.status !== 200) return `a sign-in was answered ${entered.status}`
  const listed = await ask(url, entered.body.access_token, names)
  if (listed.status >= 500) return undefined
  return JSON.stringify(listed.body)
}

/** What becomes of a folder that is damaged. */
async function outcomeOf(dataDir: string, whole: string): Promise<{ held: boolean; what: string }> {
  let server: Awaited<ReturnType<typeof startHere>>
  try {
    server = await startHere({}, { dataDir })
  } catch (error) {
    const said = (error as Error).message.split('\n').slice(1).join('\n').replaceAll(dataDir, 'FOLDER')
    return { held: isSentence(said), what: isSentence(said) ? 'refused in a sentence' : said }
  }
  try {
    const seen = await devicesAt(server.url)
    if (seen === undefined) return { held: true, what: 'starts, and says that it cannot read' }
    return {
      held: seen === whole,
      what: seen === whole ? 'unharmed' : `served as if well: ${seen.slice(0, 200)}`,
    }
  } finally {
    await server.kill()
  }
}

export const damagedFiles: Fault = {
  name: 'damaged files of the embedded folder',
  async run(report) {
    const made = newFolder()
    let places: Places
    let whole: string
    {
      await using scene = await startScene(report, { rate: 20, dataDir: made })
      await scene.load.nextChange()
      await scene.judge()
      await using db = await openDatabase({ dataDir: made, log: pino({ level: 'silent' }) })
      const { rows } = await db.execute(
        `select pg_relation_filepath('device') as devices, pg_relation_filepath('device_pkey') as index,
           pg_relation_filepath('account') as accounts`,
      )
      places = rows[0]
    }
    const server = await startHere({}, { dataDir: made })
    whole = (await devicesAt(server.url)) ?? 'nothing'
    await server.stop()
    const outcomes = new Map<string, string[]>()
    for (const [name, make] of damages) {
      const dataDir = newFolder()
      cpSync(made, dataDir, { recursive: true })
      make(join(dataDir, 'postgres'), places)
      const { held, what } = await outcomeOf(dataDir, whole)
      report.demand(held, `${name}: ${what}`)
      if (held) outcomes.set(what, [...(outcomes.get(what) ?? []), name])
      rmSync(dataDir, { recursive: true, force: true })
    }
    for (const [what, all] of outcomes) report.say(`${what}: ${all.join(', ')}`)
  },
}
