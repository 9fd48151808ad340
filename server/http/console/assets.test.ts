import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { dropOldAssets } from '../../core/assets/store.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { makeConsole, startEdge } from '../../testing/edge.ts'
import { sharedAssets } from './assets.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

/** Starts a server with its own build, whose script has the given name. */
function serverOf(script: string) {
  const webRoot = makeConsole()
  for (const ending of ['', '.br', '.gz'])
    renameSync(join(webRoot, `assets/app-1a2b.js${ending}`), join(webRoot, `assets/${script}${ending}`))
  return startEdge({}, { webRoot, assets: sharedAssets(db) })
}

const published = async () =>
  (await db.query.selectFrom('console_asset').select('name').orderBy('name').execute()).map(
    ({ name }) => name,
  )

test('during an upgrade, each server also serves the assets of the other release', async () => {
  await using older = await serverOf('app-old.js')
  await using newer = await serverOf('app-new.js')
  await expect.poll(published).toEqual(['assets/app-new.js', 'assets/app-old.js'])
  for (const { url } of [older, newer])
    for (const name of ['app-old.js', 'app-new.js'])
      for (const encoding of ['gzip', 'identity']) {
        const answer = await fetch(`${url}/assets/${name}`, { headers: { 'accept-encoding': encoding } })
        expect(answer.status, `${name} ${encoding}`).toBe(200)
        expect(answer.headers.get('content-type')).toMatch('javascript')
        expect(answer.headers.get('cache-control')).toMatch('immutable')
        expect(await answer.text()).toBe('export const name = "console"\n')
      }
  expect((await fetch(`${older.url}/assets/app-none.js`)).status).toBe(404)
})

test('the clean-up deletes the assets of a build that no server has used for 30 days', async () => {
  await db.execute("update console_asset set seen_at = now() - interval '31 days' where name like '%old%'")
  await dropOldAssets(db.query)
  expect(await published()).toEqual(['assets/app-new.js'])
})

test('a running server continues to serve its own page after a newer build has replaced the files', async () => {
  const webRoot = makeConsole()
  await using server = await startEdge({}, { webRoot })
  const before = await (await fetch(server.url)).text()
  for (const ending of ['', '.br', '.gz']) writeFileSync(join(webRoot, `index.html${ending}`), 'newer')
  const answer = await fetch(server.url)
  expect(await answer.text()).toBe(before)
  const again = await fetch(server.url, {
    headers: { 'if-none-match': required(answer.headers.get('etag'), 'etag') },
  })
  expect(again.status).toBe(304)
})

test('the content security policy of a page contains a hash of the inline script, and that of config.json does not', async () => {
  const webRoot = makeConsole()
  const inline = 'console.log(1)'
  for (const ending of ['.br', '.gz'])
    renameSync(join(webRoot, `index.html${ending}`), join(webRoot, `x${ending}`))
  writeFileSync(join(webRoot, 'index.html'), `<!doctype html><script>${inline}</script>`)
  await using server = await startEdge({}, { webRoot })
  const policy = required(
    (await fetch(server.url)).headers.get('content-security-policy'),
    'content-security-policy',
  )
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='; style-src/)
  const etag = required((await fetch(server.url)).headers.get('etag'), 'etag')
  const unchanged = await fetch(server.url, { headers: { 'if-none-match': etag } })
  expect([unchanged.status, unchanged.headers.get('content-security-policy')]).toEqual([304, policy])
  expect((await fetch(`${server.url}/config.json`)).headers.get('content-security-policy')).not.toMatch(
    'sha256',
  )
})
