import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import { newPhone } from '../../testing/app.ts'
import { organization } from '../../testing/organizations.ts'
import { importer, last, workbook } from '../../testing/transfer/files.ts'
import { useAdmin, useApp } from '../../testing/use-app.ts'

// Tests REST requests that make changes and have an Idempotency-Key.

const app = useApp()
const admin = useAdmin(app)

const password = 'correct horse battery'
const newBrowser = () => ({ cookie: `reeve_device=${randomBytes(32).toString('base64url')}` })
const newKey = () => ({ 'idempotency-key': randomUUID() })

async function codeFor(mobilePhone: string, purpose: string): Promise<string> {
  await app.db.query.deleteFrom('rate_limit').execute()
  await app.post('/RegisterCode', { mobilePhone, purpose })
  return app.code(mobilePhone)
}

test('a repeated registration gets the same response only from the same browser and with the same password', async () => {
  const mobilePhone = newPhone()
  const request = { mobilePhone, mobilePhoneCode: await codeFor(mobilePhone, 'register'), password }
  const [browser, key] = [newBrowser(), newKey()]
  const first = await app.post('/Register', request, { ...browser, ...key })
  const again = await app.post('/Register', request, { ...browser, ...key })
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  const other = await app.post('/Register', request, { ...newBrowser(), ...key })
  expect([other.status, other.body.code]).toEqual([400, 'BAD_INPUT'])
  const changed = await app.post(
    '/Register',
    { ...request, password: 'another horse battery' },
    { ...browser, ...key },
  )
  expect([changed.status, changed.body.code]).toEqual([409, 'CONFLICT'])
})

test('a repeated request for an SMS code sends only one code', async () => {
  const mobilePhone = newPhone()
  const headers = { ...newBrowser(), ...newKey() }
  for (const _ of [1, 2]) {
    const { status, body } = await app.post('/RegisterCode', { mobilePhone, purpose: 'register' }, headers)
    expect([status, body]).toEqual([200, { expiresIn: 300, resendAfter: 60 }])
  }
  await app.code(mobilePhone)
  expect(app.messages().filter(({ to }) => to === mobilePhone)).toHaveLength(1)
})

test('a repeated password reset succeeds, and appears once in the audit log', async () => {
  const person = await app.person()
  const request = { mobilePhone: person.phone, mobilePhoneCode: await codeFor(person.phone, 'reset') }
  const headers = { ...newBrowser(), ...newKey() }
  const body = { ...request, password: 'battery horse correct' }
  for (const _ of [1, 2]) expect((await app.post('/ResetPassword', body, headers)).status).toBe(204)
  const reset = await app.db.query
    .selectFrom('audit_event')
    .select('id')
    .where('target_id', '=', person.id)
    .where('action', '=', 'ResetPassword')
    .execute()
  expect(reset).toHaveLength(1)
})

test('a registration that was refused can be corrected and sent with the same idempotency key', async () => {
  const mobilePhone = newPhone()
  const request = { mobilePhone, mobilePhoneCode: await codeFor(mobilePhone, 'register') }
  const headers = { ...newBrowser(), ...newKey() }
  expect((await app.post('/Register', { ...request, password: 'short' }, headers)).status).toBe(400)
  expect((await app.post('/Register', { ...request, password }, headers)).status).toBe(201)
})

test('a repeated upload stores the file once, and a repeated import imports the file once', async () => {
  const { id } = await organization(app)
  const prefix = randomUUID().slice(0, 8)
  const content = await workbook(['ID', 'Name', 'Organization'], [[prefix, 'n', id]])
  const file = importer(app, 'devices')
  const upload = newKey()
  const send = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
    const answer = await file.call(path, admin, { method: 'POST', ...init })
    return (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const sent = () =>
    send('?timeZone=Asia/Shanghai', {
      headers: { ...upload, 'content-type': type },
      body: new Uint8Array(content),
    })
  const { result } = last(await sent())
  expect(last(await sent()).result).toEqual(result)
  expect(result).toMatchObject({ rows: 1, created: 1 })

  const apply = newKey()
  const applied = (wrong: string) =>
    send(`/${required(result, 'result').id}`, {
      headers: { ...apply, 'content-type': 'application/json' },
      body: JSON.stringify({ wrong }),
    })
  const counts = last(await applied('skip')).result
  expect(counts).toMatchObject({ created: 1 })
  expect(last(await applied('skip')).result).toEqual(counts)
  expect(await applied('refuse')).toMatchObject([{ code: 'CONFLICT', status: 409 }])
  const uploads = await app.db.query.selectFrom('import_upload').select('id').execute()
  expect(uploads).toHaveLength(1)
})

test('the token endpoint ignores idempotency keys, and issues a new refresh token for each request', async () => {
  const person = await app.person()
  const key = newKey()
  const form = { grant_type: 'password', username: person.phone, password }
  const tokens = [await app.token(form, key), await app.token(form, key)]
  expect(new Set(tokens.map(({ body }) => body.refresh_token)).size).toBe(2)
})
