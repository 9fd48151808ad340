import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPassword, newPhone } from './testing/app.ts'
import { givenApplication, givenServiceAccount } from './testing/applications.ts'
import { organization } from './testing/organizations.ts'
import { useAdmin, useApp } from './testing/use-app.ts'

// Runs the commands of the API guide. checks/documents.test.ts finds shell blocks that no test runs.
const app = useApp()
const admin = useAdmin(app)
const guide = new URL('../docs/api/', import.meta.url)
const hasCurl = spawnSync('curl', ['--version']).status === 0

let folder: string
let env: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reeve-documents-'))
  // With the option `fail`, curl exits with code 22 if a request is refused.
  writeFileSync(join(folder, '.curlrc'), 'fail\nshow-error\n')
  const image = sharp({ create: { width: 200, height: 200, channels: 3, background: '#888' } })
  await image.clone().png().toFile(join(folder, 'icon.png'))
  await image.jpeg().toFile(join(folder, 'licence.jpg'))
  env = await variables()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Creates the objects that the examples refer to, and returns their ids as environment variables. */
async function variables() {
  const { id } = await organization(app)
  const screen = await givenApplication(app.db, { kind: 'DEVICE' })
  const service = await givenServiceAccount(app.db, id)
  const phone = newPhone()
  await app.post('/RegisterCode', { mobilePhone: phone, purpose: 'register' })
  const { body } = await app.token({ grant_type: 'password', username: 'admin', password: firstPassword })
  return {
    ...{ BASE: app.url, PASSWORD: firstPassword, TOKEN: admin.access_token, TENANT_ID: id, PHONE: phone },
    ...{ CODE: await app.code(phone), REFRESH_TOKEN: body.refresh_token, DEVICE_CLIENT_ID: screen.id },
    ...{ CLIENT_ID: service.id, CLIENT_SECRET: service.secret, CURL_HOME: folder },
  }
}

/** Returns the shell blocks of a page, except those with a mark after `sh`, which are not run. */
function blocksOf(page: string): string[] {
  const text = readFileSync(new URL(page, guide), 'utf8')
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
}

const pages = readdirSync(guide).filter((page) => blocksOf(page).length)

test.skipIf(!hasCurl).each(pages)('every command in docs/api/%s works', async (page) => {
  for (const block of blocksOf(page)) {
    const options = { cwd: folder, env: { ...process.env, ...env } }
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', block], options)
    expect(stdout, block).not.toMatch(/"errors?":|"problem":/)
  }
})
