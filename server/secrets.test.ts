import {
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { first, required } from '../contract/required.ts'
import { newId } from './core/id.ts'
import { schema } from './schema.ts'
import { newDevice } from './testing/devices.ts'
import { codeOf } from './testing/factors/totp.ts'
import { ask } from './testing/organizations.ts'
import { useAdmin, useApp } from './testing/use-app.ts'

// Tests that values typed by users and secrets issued by the server do not appear in logs, metrics or audit
// events, and that secrets are not stored in plain text in the database.

const metricsToken = 'metrics-of-the-secrets-test'
const app = useApp({ REEVE_METRICS_TOKEN: metricsToken, REEVE_LOG_LEVEL: 'trace' })
const admin = useAdmin(app)

const metrics = async () => {
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  return answer.text()
}

/** Returns every row of every table as text, as in a backup. */
async function rows(only = /./): Promise<string> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(app.db.query)
  const texts = []
  for (const { name } of tables.rows.filter(({ name }) => only.test(name))) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} as t`.execute(
      app.db.query,
    )
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join('\n')
}

/** Returns where the secrets occur in the text, with some characters around each occurrence. */
function found(text: string, secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => {
    const at = text.indexOf(secret)
    return at < 0 ? [] : [text.slice(Math.max(0, at - 80), at + 12)]
  })
}

const marker = 'Kf7mQx'
let marks = 0
const isSecret = (name: string) => /password|code|token|secret|proof|setUp|assertion/i.test(name)

/**
 * Returns a value for an argument. Texts contain a marker. The texts for arguments that are secret are also
 * added to `secrets`.
 */
function valueFor(given: GraphQLInputType, name: string, secrets: string[]): string {
  const type = getNullableType(given)
  if (isListType(type)) return `[${valueFor(type.ofType, name, secrets)}]`
  if (isEnumType(type)) return first(type.getValues(), 'getValues').name
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields())
    return `{ ${fields.map((field) => `${field.name}: ${valueFor(field.type, field.name, secrets)}`).join(', ')} }`
  }
  if (type.name === 'String') {
    const mark = `${marker}${marks++}-${name}`
    if (isSecret(name)) secrets.push(mark)
    return JSON.stringify(mark)
  }
  const others: Record<string, string> = {
    ...{ Boolean: 'true', Int: '1', Float: '1', Timestamp: '1', JSON: '{}', ID: `"${newId()}"` },
    DateTime: '"2026-01-01T00:00:00Z"',
  }
  return required(others[type.name], 'item of others')
}

test('secrets appear in no log, metric or audit event, and not as plain text in the database', async () => {
  const password = `${marker} quiet rivers`
  const person = await app.person({ password })
  const again = await app.token({ grant_type: 'refresh_token', refresh_token: person.refresh_token })
  await app.token({ grant_type: 'password', username: person.phone, password: `${password} no` })
  const device = await newDevice(app, admin, { id: 'secrets-device' })
  const application = await ask(
    app,
    admin,
    'mutation { createApplication(name: "secrets", kind: SERVICE) { secret } }',
  )
  const { secret, setUp } = await ask(app, person, 'mutation { createTotp { secret setUp } }')
  const added = await ask(
    app,
    person,
    `mutation { confirmTotp(name: "phone", setUp: "${setUp}", code: "${await codeOf(app.db, secret)}") { recoveryCodes } }`,
  )
  const codes = app
    .messages()
    .filter(({ to, code }) => to === person.phone && code)
    .map(({ code }) => required(code, 'code'))
  const once: string[] = [
    ...[password, person.access_token, person.refresh_token, again.body.access_token],
    ...[again.body.refresh_token, device.password, application.secret, secret, setUp],
    ...added.recoveryCodes,
  ]
  for (const each of once) expect(each).toMatch(/^\S.{5}/)
  expect(found(app.log.join('\n'), [...once, person.phone, person.phone.slice(3)])).toEqual([])
  expect(found(await metrics(), [...once, person.phone.slice(3)])).toEqual([])
  expect(found(await rows(), once)).toEqual([])
  const audit = await rows(/audit_/)
  expect(found(audit, [...once, person.phone.slice(3), ...codes.map((code) => `"${code}"`)])).toEqual([])
})

// This must be the last test, because its calls also change the account and session that it uses.
test('user input appears in no log or metric, and secret input appears in no error message or database row', async () => {
  const secrets: string[] = []
  const answers: string[] = []
  for (const kind of ['query', 'mutation'] as const) {
    const type = schema.getRootType(kind as never) as GraphQLObjectType
    for (const field of Object.values(type.getFields())) {
      const args = field.args.map((arg) => `${arg.name}: ${valueFor(arg.type, arg.name, secrets)}`)
      const shown = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : ''
      const document = `${kind} { ${field.name}${args.length ? `(${args.join(', ')})` : ''}${shown} }`
      // Skip operations that would sign the caller out, because the calls after them would fail.
      if (/^(endSession|signOut|closeAccount|setAdmin|rotateSigningKey)/.test(field.name)) continue
      const { status, body } = await app.graphql(admin.access_token, document)
      // A refresh token is accepted only as a bearer token.
      expect([field.name, status]).toEqual([field.name, field.name === 'refreshToken' ? 401 : 200])
      for (const { extensions } of body.errors ?? [])
        expect([field.name, extensions.code]).not.toEqual([field.name, 'INTERNAL'])
      answers.push(JSON.stringify(body.errors ?? ''))
    }
  }
  for (const path of ['/RegisterCode', '/CheckLoginId', '/Register', '/ResetPassword']) {
    const body = Object.fromEntries(
      ['mobilePhone', 'mobilePhoneCode', 'password', 'loginId', 'username', 'nickName', 'proof'].map(
        (name) => [name, JSON.parse(valueFor(schema.getType('String') as never, name, secrets))],
      ),
    )
    answers.push(JSON.stringify((await app.post(path, body)).body))
  }
  for (const grant_type of ['password', 'refresh_token', 'urn:reeve:mfa', 'authorization_code']) {
    const form = Object.fromEntries(
      ['username', 'password', 'refresh_token', 'mfa_token', 'code', 'client_secret'].map((name) => [
        name,
        JSON.parse(valueFor(schema.getType('String') as never, name, secrets)),
      ]),
    )
    answers.push(JSON.stringify((await app.token({ grant_type, ...form })).body))
  }
  expect(marks).toBeGreaterThan(100)
  expect(found(app.log.join('\n'), [marker])).toEqual([])
  expect(found(await metrics(), [marker])).toEqual([])
  expect(found(answers.join('\n'), secrets)).toEqual([])
  const kept = await rows()
  expect(found(kept, secrets)).toEqual([])
  // Values that are not secret must be stored. This proves that the calls have succeeded.
  expect(kept).toContain(marker)
})
