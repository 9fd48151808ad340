import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { type PostgresServer, startPostgres } from './testing/postgres.ts'
import { hasOpenssl, makeAuthority } from './testing/programs/openssl.ts'

// Tests TLS connections to PostgreSQL as described in docs/operations/database.md.
const log = pino({ level: 'silent' })

describe.runIf(hasOpenssl() && process.env.REEVE_TEST_DATABASE_URL)(
  'connections to PostgreSQL over TLS',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'reeve-tls-'))
    let server: PostgresServer
    let port: string

    beforeAll(async () => {
      const [authority, stranger] = [makeAuthority(), makeAuthority()]
      const { key, cert } = authority.issue('localhost')
      const files = { 'ca.pem': authority.certificate, 'other.pem': stranger.certificate, 'server.pem': cert }
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
      writeFileSync(join(folder, 'server.key'), key, { mode: 0o600 })
      for (const each of [authority, stranger]) each.remove()
      chmodSync(folder, 0o755)
      // PostgreSQL accepts a key file owned by root if only root and the file's group can read the file.
      if (process.getuid?.() === 0) {
        chownSync(join(folder, 'server.key'), 0, Number(execFileSync('id', ['-g', 'postgres'])))
        chmodSync(join(folder, 'server.key'), 0o640)
      }
      server = await startPostgres({
        settings: {
          ssl: true,
          ssl_cert_file: join(folder, 'server.pem'),
          ssl_key_file: join(folder, 'server.key'),
        },
      })
      ;({ port } = new URL(server.url))
    })
    afterAll(async () => {
      await server?.stop()
      rmSync(folder, { recursive: true })
    })

    const address = (host: string, mode: string, ca = 'ca.pem') =>
      `postgres://postgres@${host}:${port}/postgres?sslmode=${mode}&sslrootcert=${join(folder, ca)}`

    async function isEncrypted(url: string): Promise<boolean> {
      const { databaseUrl } = readConfig({ REEVE_DATABASE_URL: url })
      await using db = await openDatabase({ url: databaseUrl, dataDir: '', log })
      const { rows } = await db.execute('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
      return rows[0].ssl
    }

    test.each(['verify-full', 'require'])(
      'with sslmode=%s are encrypted and verify the certificate',
      async (mode) => {
        expect(await isEncrypted(address('localhost', mode))).toBe(true)
        const unknown = isEncrypted(address('localhost', mode, 'other.pem'))
        await expect(unknown).rejects.toThrow(/unable to verify|self-signed/)
        await expect(isEncrypted(address('127.0.0.1', mode))).rejects.toThrow(/altnames/)
      },
    )

    test('cause no Node.js warning in reeve commands', () => {
      const reeve = fileURLToPath(new URL('../cli/reeve.js', import.meta.url))
      const { stdout, stderr, status } = spawnSync(process.execPath, [reeve, 'check'], {
        env: { PATH: process.env.PATH, REEVE_DATABASE_URL: address('localhost', 'require') },
        encoding: 'utf8',
      })
      expect({ stderr, status }).toEqual({ stderr: expect.not.stringMatching(/Warning|SECURITY/), status: 0 })
      expect(stdout).toContain('treated as verify-full')
    })

    test('are limited by the pool size setting', async () => {
      const url = address('localhost', 'verify-full')
      const config = readConfig({ REEVE_DATABASE_URL: url, REEVE_DATABASE_POOL_SIZE: '3' })
      await using db = await openDatabase({ url, dataDir: '', log, poolSize: config.databasePoolSize })
      const asked = Array.from({ length: 12 }, () =>
        db.execute('select pg_backend_pid() as pid, pg_sleep(0.1)'),
      )
      const pids = new Set((await Promise.all(asked)).map(({ rows }) => rows[0].pid))
      expect(pids.size).toBe(3)
    })
  },
)
