import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { last, required } from '../../../contract/required.ts'
import { dumpFile } from '../../testing/dump.ts'
import { type Database, openEmbedded } from '../open.ts'
import { reachServer } from './reach.ts'

let folder: string
let database: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reeve-socket-'))
  database = await openEmbedded(
    { dump: new Uint8Array(readFileSync(await dumpFile())) },
    { log: pino({ level: 'silent' }), statementTimeout: 30_000, commands: folder },
  )
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Runs the statements one by one over one command connection. Returns the rows of each statement, or the
 * error message if the statement was refused.
 */
async function asCommand(...statements: string[]): Promise<(string | Record<string, unknown>[])[]> {
  const connection = await required(await reachServer(folder), 'result of reachServer').connect()
  try {
    const answers = []
    for (const statement of statements)
      answers.push(
        await connection.query(statement).then(
          (result) => last([result].flat(), 'table').rows as Record<string, unknown>[],
          (error: Error) => error.message,
        ),
      )
    return answers
  } finally {
    connection.release(false)
  }
}

const who = 'select session_user::text as session, current_user::text as current'
const ordinary = [{ session: 'reeve', current: 'reeve' }]

test.each(['set role none', 'reset role', 'reset session authorization', 'reset all', 'discard all'])(
  'a reeve command has the role reeve after “%s”, and cannot change the audit log',
  async (statement) => {
    const refused = expect.stringMatching(/^permission denied/)
    expect(
      await asCommand(
        statement,
        who,
        `${statement === 'discard all' ? 'select 1' : statement}; update audit_event set success = true`,
        'truncate audit_event',
        "copy (select 1) to program 'id'",
      ),
    ).toEqual([[], ordinary, refused, refused, refused])
  },
)

test('a command leaves neither a changed role nor an open transaction for the next connection', async () => {
  await asCommand('set session authorization postgres', 'begin', who)
  expect(await asCommand(who)).toEqual([ordinary])
  expect((await database.execute(who)) as unknown).toMatchObject({ rows: ordinary })
})
