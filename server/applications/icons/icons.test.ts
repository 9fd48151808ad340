import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { required } from '../../../contract/required.ts'
import { newId } from '../../core/id.ts'
import type { Person } from '../../testing/app.ts'
import { ask, givenPerson, outcome } from '../../testing/organizations.ts'
import { pdf, picture } from '../../testing/transfer/documents.ts'
import { useApp } from '../../testing/use-app.ts'

// Tests icons and legal links of applications.

const app = useApp()
let manager: Person
beforeAll(async () => {
  manager = await givenPerson(app, ['application_management'])
})

async function send(content: Buffer, who?: Person) {
  const response = await fetch(`${app.url}/api/icons`, {
    method: 'POST',
    headers: {
      ...(who && { authorization: `Bearer ${who.access_token}` }),
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(content),
  })
  return { status: response.status, body: await response.json() }
}
/** Uploads an icon that differs from all earlier icons. */
let hue = 0
async function sent(): Promise<string> {
  hue += 1
  const content = sharp({
    create: { width: 64, height: 64, channels: 3, background: { r: hue, g: 99, b: 9 } },
  })
  const { body } = await send(await content.png().toBuffer(), manager)
  return body.icon
}
const shown = (icon: string) => fetch(app.url + icon)
const fields = 'id icon policyUri tosUri'
const create = async (input: object) =>
  (
    await ask(
      app,
      manager,
      `mutation ($input: ApplicationInput) { createApplication(kind: DEVICE, name: "${newId()}", input: $input) { application { ${fields} } } }`,
      { input },
    )
  ).application
const update = `mutation ($id: ID!, $input: ApplicationInput) { updateApplication(id: $id, input: $input) { ${fields} } }`
const remove = 'mutation ($id: ID!) { deleteApplication(id: $id) }'

test('stores an uploaded icon as a small, square, public image without metadata', async () => {
  const photo = sharp(await picture('png', 400, 100))
    .withExifMerge({ IFD0: { Make: 'Camera-Zq7' } })
    .jpeg()
  const { status, body } = await send(await photo.toBuffer(), manager)
  expect([status, body]).toEqual([201, { icon: expect.stringMatching(/^\/api\/icons\/[\da-f]{64}$/) }])
  const response = await shown(body.icon)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const content = Buffer.from(await response.arrayBuffer())
  const { format, width, height, exif } = await sharp(content).metadata()
  expect([format, width, height, exif]).toEqual(['png', 128, 128, undefined])
  // The image is padded, not cropped.
  const { data } = await sharp(content).raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  expect((await shown(`/api/icons/${'0'.repeat(64)}`)).status).toBe(404)
})

test('lets only application managers upload an icon', async () => {
  const icon = await picture('png', 64, 64)
  const { body, status } = await send(icon, await givenPerson(app))
  expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
  expect((await send(icon)).status).toBe(401)
})

test.each([
  ['an SVG image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>')],
  ['a PDF file', pdf],
  ['an empty file', Buffer.alloc(0)],
  ['a truncated PNG image', Buffer.from('89504e470d0a1a0a', 'hex')],
])('refuses %s as an icon', async (_, content) => {
  const { status, body } = await send(content, manager)
  expect([status, body]).toMatchObject([400, { code: 'BAD_INPUT', fields: { file: expect.any(String) } }])
})

test('refuses an icon that is too small or too large', async () => {
  const { body } = await send(await picture('webp', 400, 63), manager)
  expect(body.fields.file).toBe('图片过小，至少 64 × 64 像素')
  expect((await send(Buffer.alloc(limits.application.icon.bytes + 1), manager)).status).toBe(413)
})

test('retains an icon until no application uses it', async () => {
  const [first, second] = [await sent(), await sent()]
  const { id, icon } = await create({ icon: first })
  expect(icon).toBe(first)
  expect((await ask(app, manager, update, { id, input: { scopes: [] } })).icon).toBe(first)
  expect((await ask(app, manager, update, { id, input: { icon: second } })).icon).toBe(second)
  expect([(await shown(first)).status, (await shown(second)).status]).toEqual([404, 200])
  // A second application uses the same icon, so the icon is retained when the first application stops using
  // it.
  const other = await create({ icon: second })
  expect((await ask(app, manager, update, { id, input: { icon: null } })).icon).toBeNull()
  expect((await shown(second)).status).toBe(200)
  await ask(app, manager, remove, { id: other.id })
  expect((await shown(second)).status).toBe(404)
  const { body } = await app.graphql(manager.access_token, update, { id, input: { icon: second } })
  expect(body.errors[0].extensions.fields).toEqual({ 'input.icon': '图标已失效，请重新上传' })
  const elsewhere = { id, input: { icon: 'https://example.com/icon.png' } }
  expect(await outcome(app, manager, update, elsewhere)).toBe('BAD_INPUT')

  const events = await app.db.query
    .selectFrom('audit_event')
    .select('changes')
    .where('target_id', '=', id)
    .orderBy('id')
    .execute()
  const short = (path: string) => path.slice('/api/icons/'.length).slice(0, 8)
  expect(events.slice(2).map(({ changes }) => changes)).toEqual([
    { icon: [short(first), short(second)] },
    { icon: [short(second), null] },
  ])
})

test('deletes an icon that no application has used within a day', async () => {
  const [named, unnamed] = [await sent(), await sent()]
  await create({ icon: named })
  await required(app.tasks.application_icon, 'application_icon').run()
  expect((await shown(unnamed)).status).toBe(200)
  await app.db.execute(`update application_icon set created_at = created_at - interval '25 hours'`)
  await required(app.tasks.application_icon, 'application_icon').run()
  expect([(await shown(named)).status, (await shown(unnamed)).status]).toEqual([200, 404])
})

test('if an icon is assigned while the only application with it is deleted, the icon is retained or refused', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const icon = await sent()
    const [giver, taker] = [await create({ icon }), await create({})]
    const [, taken] = await Promise.all([
      outcome(app, manager, remove, { id: giver.id }),
      outcome(app, manager, update, { id: taker.id, input: { icon } }),
    ])
    expect([taken, (await shown(icon)).status]).toEqual(taken === 'done' ? ['done', 200] : ['BAD_INPUT', 404])
  }
})

test('accepts only valid https URLs for the privacy policy and the terms of service', async () => {
  const input = { policyUri: ' https://board.example.com/隐私#2 ', tosUri: 'https://board.example.com/terms' }
  const made = await create(input)
  const policyUri = 'https://board.example.com/%E9%9A%90%E7%A7%81#2'
  expect(made).toMatchObject({ policyUri, tosUri: input.tosUri })
  const { id } = made
  for (const wrong of [
    ...[
      'http://board.example.com/',
      'javascript:alert(1)',
      'https://me:word@board.example.com/',
      '/terms',
      '',
    ],
    `https://board.example.com/${'隐'.repeat(60)}`,
  ])
    for (const field of ['policyUri', 'tosUri']) {
      const { body } = await app.graphql(manager.access_token, update, { id, input: { [field]: wrong } })
      expect(Object.keys(body.errors[0].extensions.fields)).toEqual([`input.${field}`])
    }
  await ask(app, manager, update, { id, input: { tosUri: null } })
  const { changes } = await app.db.query
    .selectFrom('audit_event')
    .select('changes')
    .where('target_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(changes).toEqual({ tosUri: [input.tosUri, null] })
})
