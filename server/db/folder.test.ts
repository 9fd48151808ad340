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

/** What somebody who starts the server on it reads. */
const refusal = (dataDir: string): Promise<string> =>
  openDatabase({ dataDir, log }).then(
    async (db) => {
      await db.close()
      return 'opened'
    },
    (error: Error) => error.message,
  )

// Only the embedded database has a folder.
describe.skipIf(process.env.REEVE_TEST_DATABASE_URL)(
  'a data folder that cannot be used is refused in one sentence',
  () => {
    let parent: string
    beforeAll(() => {
      parent = mkdtempSync(join(tmpdir(), 'reeve-folder-'))
    })
    afterAll(() => rmSync(parent, { recursive: true }))

    test('it is a file, or is below one', async () => {
      const file = join(parent, 'file')
      writeFileSync(file, '')
      const sentence = (folder: string) =>
        `The data folder ${folder} is not a folder: name another one in REEVE_DATA_DIR.`
      expect(await refusal(file)).toBe(sentence(file))
      expect(await refusal(join(file, 'below'))).toBe(sentence(join(file, 'below')))
    })

    test.skipIf(process.platform !== 'linux')('the system lets nobody make one there', async () => {
      // Node's own way to make folders never comes to an end here.
      expect(await refusal('/proc/reeve/data')).toMatch(
        /^The data folder \/proc\/reeve\/data cannot be used \(ENOENT.*\): name another one in REEVE_DATA_DIR\.$/,
      )
      expect(await refusal('/proc/self')).toMatch(/^The data folder \/proc\/self .*REEVE_DATA_DIR\.$/)
    })

    test.skipIf(!root)('this user may not write to it, or another user made its database', async () => {
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
        `The data folder ${folder} may not be written to by this user: give it to this user, or name another one in REEVE_DATA_DIR.`,
      )
      mkdirSync(join(folder, 'postgres', 'global'), { recursive: true, mode: 0o755 })
      writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18', { mode: 0o600 })
      chownSync(folder, 65_534, 65_534)
      expect(await asNobody()).toBe(
        `The data folder ${folder} holds a database of another user: run the server as the user who made it, or give the folder to this one.`,
      )
      rmSync(folder, { recursive: true })
    })

    // This body runs where its tests do not, too: a disk that nobody asks for would stay.
    const disk = root && !process.env.REEVE_TEST_DATABASE_URL ? mountSmallDisk(1) : undefined
    afterAll(() => disk?.[Symbol.dispose]())
    test.skipIf(!disk)('its disk is full, or cannot be written to', async () => {
      const folder = join(required(disk, 'disk').folder, 'data')
      required(disk, 'disk').fill()
      expect(await refusal(folder)).toBe(`The data folder ${folder} has no room left: free some on its disk.`)
      // Room for the folder, not for a database.
      required(disk, 'disk').clear()
      expect(await refusal(folder)).toMatch(/^The data folder \S+ has no room left: free some on its disk\.$/)
      execFileSync('mount', ['-o', 'remount,ro', required(disk, 'disk').folder])
      expect(await refusal(folder)).toBe(
        `The data folder ${folder} is on a disk that cannot be written to: name another one in REEVE_DATA_DIR.`,
      )
    })

    describe('its database', () => {
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
      const restore = 'restore its backup, or name another folder in REEVE_DATA_DIR.'

      test('is another version’s', async () => {
        writeFileSync(path('PG_VERSION'), '17\n')
        expect(await refusal(folder)).toBe(
          `The data folder ${folder} holds a database of PostgreSQL 17, and this program has PostgreSQL 18: run the version that made it, or name another one in REEVE_DATA_DIR.`,
        )
      })

      test('lacks its first files, and is not made anew over what is left', async () => {
        const before = readdirSync(path('base'))
        for (const file of ['PG_VERSION', 'global/pg_control']) {
          const content = readFileSync(path(file))
          rmSync(path(file))
          expect(await refusal(folder)).toBe(
            `The data folder ${folder} holds a damaged database (postgres/${file} is missing): ${restore}`,
          )
          writeFileSync(path(file), content)
        }
        expect(readdirSync(path('base'))).toEqual(before)
        expect(await refusal(folder)).toBe('opened')
      })

      test('has lost the end of a table since it was closed', async () => {
        const table = path('base', '5', '1259')
        truncateSync(table, 12_000)
        expect(await refusal(folder)).toBe(
          `The data folder ${folder} holds a damaged database (postgres/base/5/1259 has been cut off): ${restore}`,
        )
      })

      test.each([
        ['an empty control file', () => writeFileSync(path('global', 'pg_control'), '')],
        [
          'a control file of noise',
          () => writeFileSync(path('global', 'pg_control'), Buffer.alloc(8_192, 'noise')),
        ],
        [
          'a log of noise',
          () => {
            for (const file of readdirSync(path('pg_wal')).filter((name) => /^0/.test(name)))
              writeFileSync(path('pg_wal', file), Buffer.alloc(16 * 1024 * 1024, 'noise'))
          },
        ],
      ])('has %s', async (_, damage) => {
        damage()
        const sentence = await refusal(folder)
        expect(sentence).toContain(`The data folder ${folder} holds a database that cannot be opened (`)
        expect(sentence.endsWith(`): ${restore}`)).toBe(true)
        // The folder is let go of.
        expect(readdirSync(folder)).not.toContain('lock.owner')
      })

      test('does not come to an end of opening', async () => {
        const server = createEmbedded({ dataDir: folder }, 1)
        await expect(server.open()).rejects.toThrow('it did not open within 0.001 s')
        await server.close()
        expect(await refusal(folder)).toBe('opened')
      })
    })
  },
)
