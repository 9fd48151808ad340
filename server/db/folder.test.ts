import { execFileSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { startChild } from '../testing/programs/child.ts'
import { mountSmallDisk } from '../testing/small-disk.ts'
import { createEmbedded } from './embedded.ts'
import { openDatabase } from './open.ts'

const log = pino({ level: 'silent' })
const root = userInfo().uid === 0

/** Returns the error message that the operator sees at startup. */
const refusal = (dataDir: string): Promise<string> =>
  openDatabase({ dataDir, log }).then(
    async (db) => {
      await db.close()
      return 'opened'
    },
    (error: Error) => error.message,
  )

// PostgreSQL servers have no data folder to test.
describe.skipIf(process.env.REEVE_TEST_DATABASE_URL)(
  'if the data folder cannot be used, the program reports the reason in one sentence',
  () => {
    let parent: string
    beforeAll(() => {
      parent = mkdtempSync(join(tmpdir(), 'reeve-folder-'))
    })
    afterAll(() => rmSync(parent, { recursive: true }))

    test('the path is a file or is inside a file', async () => {
      const file = join(parent, 'file')
      writeFileSync(file, '')
      const sentence = (folder: string) =>
        `The data folder ${folder} is not a folder: set REEVE_DATA_DIR to another folder.`
      expect(await refusal(file)).toBe(sentence(file))
      expect(await refusal(join(file, 'below'))).toBe(sentence(join(file, 'below')))
    })

    test.skipIf(process.platform !== 'linux')(
      'the operating system does not allow a folder at this path',
      async () => {
        // Node's recursive mkdir would never return for this path.
        expect(await refusal('/proc/reeve/data')).toMatch(
          /^The data folder \/proc\/reeve\/data cannot be used \(ENOENT.*\): set REEVE_DATA_DIR to another folder\.$/,
        )
        expect(await refusal('/proc/self')).toMatch(
          /^The data folder \/proc\/self .*REEVE_DATA_DIR to another folder\.$/,
        )
      },
    )

    test.skipIf(!root)(
      'the user cannot write to the folder, or another user created the database in it',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'reeve-theirs-'))
        const asNobody = async () => {
          const child = startChild(
            `import { prepareDataFolder } from ${JSON.stringify(new URL('./folder.ts', import.meta.url).href)}
         process.setgid(65534)
         process.setuid(65534)
         try { prepareDataFolder(process.argv[1]) } catch (error) { console.log(error.message) }`,
            [folder],
          )
          const line = await child.line()
          await child.exited
          return line
        }
        expect(await asNobody()).toBe(
          `The data folder ${folder} cannot be written to by this user: change its owner to this user, or set REEVE_DATA_DIR to another folder.`,
        )
        mkdirSync(join(folder, 'postgres', 'global'), { recursive: true, mode: 0o755 })
        writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18', { mode: 0o600 })
        chownSync(folder, 65_534, 65_534)
        expect(await asNobody()).toBe(
          `The data folder ${folder} contains a database that belongs to another user: run the server as the user who owns the folder, or change its owner.`,
        )
        rmSync(folder, { recursive: true })
      },
    )

    // Mounts the disk only if the tests run. Vitest runs the body of a describe block even if its tests are
    // skipped, and the disk would then stay mounted.
    const disk = root && !process.env.REEVE_TEST_DATABASE_URL ? mountSmallDisk(1) : undefined
    afterAll(() => disk?.[Symbol.dispose]())
    test.skipIf(!disk)('the disk is full or read-only', async () => {
      const folder = join(required(disk, 'disk').folder, 'data')
      required(disk, 'disk').fill()
      expect(await refusal(folder)).toBe(`The data folder ${folder} is on a full disk: free some space.`)
      // Without the file that fills the disk, there is enough space for the data folder, but not for a
      // database.
      required(disk, 'disk').clear()
      expect(await refusal(folder)).toMatch(/^The data folder \S+ is on a full disk: free some space\.$/)
      execFileSync('mount', ['-o', 'remount,ro', required(disk, 'disk').folder])
      expect(await refusal(folder)).toBe(
        `The data folder ${folder} is on a read-only disk: set REEVE_DATA_DIR to another folder.`,
      )
    })

    describe('the database', () => {
      let made: string
      let folder: string
      const path = (...names: string[]) => join(folder, 'postgres', ...names)
      beforeAll(async () => {
        made = join(parent, 'made')
        await (await openDatabase({ dataDir: made, log })).close()
      })
      beforeEach(() => {
        folder = mkdtempSync(join(parent, 'damaged-'))
        cpSync(made, folder, { recursive: true })
      })
      afterEach(() => rmSync(folder, { recursive: true }))
      const restore = 'restore its backup, or set REEVE_DATA_DIR to another folder.'

      test('was created by another version of PostgreSQL', async () => {
        writeFileSync(path('PG_VERSION'), '17\n')
        expect(await refusal(folder)).toBe(
          `The data folder ${folder} contains a database of PostgreSQL 17, but this program includes PostgreSQL 18: run the version of Reeve that created it, or set REEVE_DATA_DIR to another folder.`,
        )
      })

      test('has lost a required file, and can be opened again after the file is put back', async () => {
        const before = readdirSync(path('base'))
        for (const file of ['PG_VERSION', 'global/pg_control']) {
          const content = readFileSync(path(file))
          rmSync(path(file))
          expect(await refusal(folder)).toBe(
            `The data folder ${folder} contains a damaged database (postgres/${file} is missing): ${restore}`,
          )
          writeFileSync(path(file), content)
        }
        expect(readdirSync(path('base'))).toEqual(before)
        expect(await refusal(folder)).toBe('opened')
      })

      test('has a truncated table', async () => {
        const table = path('base', '5', '1259')
        truncateSync(table, 12_000)
        expect(await refusal(folder)).toBe(
          `The data folder ${folder} contains a damaged database (postgres/base/5/1259 is truncated): ${restore}`,
        )
      })

      test.each([
        ['an empty control file', () => writeFileSync(path('global', 'pg_control'), '')],
        [
          'a control file with invalid content',
          () => writeFileSync(path('global', 'pg_control'), Buffer.alloc(8_192, 'noise')),
        ],
        [
          'a WAL with invalid content',
          () => {
            for (const file of readdirSync(path('pg_wal')).filter((name) => /^0/.test(name)))
              writeFileSync(path('pg_wal', file), Buffer.alloc(16 * 1024 * 1024, 'noise'))
          },
        ],
      ])('has %s', async (_, damage) => {
        damage()
        const sentence = await refusal(folder)
        expect(sentence).toContain(`The data folder ${folder} contains a database that cannot be opened (`)
        expect(sentence.endsWith(`): ${restore}`)).toBe(true)
        // The folder is no longer locked.
        expect(readdirSync(folder)).not.toContain('lock.owner')
      })

      test('does not open within the time limit', async () => {
        const server = createEmbedded({ dataDir: folder }, 1)
        await expect(server.open()).rejects.toThrow('it did not open within 0.001 s')
        await server.close()
        expect(await refusal(folder)).toBe('opened')
      })
    })
  },
)
