import { readFileSync, rmSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { required } from '../contract/required.ts'
import { type Database, openDatabase } from '../server/db/open.ts'
import { migratedFolder } from '../server/testing/database.ts'
import { run, runWithInput } from './testing/run.ts'

// Runs the commands of the operator documentation while a running server has the embedded database open.
const pages = ['security', 'audit-log']
let dataDir: string
let server: Database

beforeAll(async () => {
  dataDir = await migratedFolder()
  server = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/**
 * Returns the arguments of each `reeve` command in the shell blocks of a page. Blocks with a mark after `sh`
 * are skipped.
 */
function commandsOf(page: string): string[][] {
  const text = readFileSync(new URL(`../docs/operations/${page}.md`, import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/^```sh\n([^`]*)^```/gm)].map(([, block]) => required(block, 'block'))
  const lines = blocks.flatMap((block) => block.split('\n')).map((line) => line.replace(/ *#.*/, '').trim())
  return lines.filter((line) => line.startsWith('reeve ')).map((line) => line.split(/ +/).slice(1))
}

/** Creates the account that the documents refer to. */
async function prepare(): Promise<void> {
  const phone = '13800138000'
  await run({ REEVE_DATA_DIR: dataDir }, 'admin', 'create', phone)
  await server.execute(`update account set admin = false, enabled = false where mobile_phone = '+86${phone}'`)
}

/** Runs one command. If the command reads standard input, it gets a strong password. */
async function runDocumented(words: string[]) {
  const end = words.includes('<') ? words.indexOf('<') : words.length
  return await runWithInput('blue-Harbour-71-lamp\n', { REEVE_DATA_DIR: dataDir }, ...words.slice(0, end))
}

test('the commands in the documentation for operators work', async () => {
  await prepare()
  const commands = pages.flatMap(commandsOf).filter((words) => !words.includes('--seals'))
  expect(commands.length).toBeGreaterThan(7)
  for (const words of commands) {
    if (words[1] === 'remove-factors') await addFactor(required(words[2], 'item of words'))
    const { code, err } = await runDocumented(words)
    expect({ command: words.join(' '), code, err: code ? err : '' }).toMatchObject({ code: 0 })
  }
})

async function addFactor(username: string): Promise<void> {
  const { rows } = await server.execute('select id from account where username = $1', [username])
  const factor = { id: crypto.randomUUID(), kind: 'totp', name: 'app', secret: Buffer.alloc(60) } as const
  await server.query
    .insertInto('factor')
    .values({ account_id: rows[0].id, ...factor })
    .execute()
}
