import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { timeZoneSchema } from '../core/input.ts'
import { setDefaults } from '../core/process/defaults.ts'
import { newPhone } from '../testing/app.ts'
import { useAdmin, useApp } from '../testing/use-app.ts'

// Tests settings of the whole deployment: self-registration, session lifetimes, default language and time
// zone.
const app = useApp({
  REEVE_SELF_REGISTRATION: 'closed',
  REEVE_SESSION_IDLE: '2h',
  REEVE_SESSION_MAX: '8h',
  REEVE_ADMIN_SESSION_IDLE: '30m',
  REEVE_DEFAULT_LANGUAGE: 'en-US',
  REEVE_DEFAULT_TIME_ZONE: 'Asia/Shanghai',
})
const admin = useAdmin(app)
// Other test files run in the same process and need the default settings.
afterAll(() => setDefaults(readConfig({})))

test('rejects sign-up if self-registration is closed, with an error that suggests asking an administrator', async () => {
  const mobilePhone = newPhone()
  const closed = {
    status: 403,
    body: { code: 'FORBIDDEN', detail: 'Sign-up is closed. Ask an administrator for an account.' },
  }
  expect(await app.post('/RegisterCode', { mobilePhone, purpose: 'register' })).toMatchObject(closed)
  const account = { mobilePhone, mobilePhoneCode: '123456', password: 'tall-Green-7-lanterns' }
  expect(await app.post('/Register', account)).toMatchObject(closed)
  expect(app.messages().filter(({ to }) => to === mobilePhone)).toEqual([])
  expect(await (await fetch(`${app.url}/config.json`)).json()).toMatchObject({ selfRegistration: false })
})

test('the error for closed self-registration is in the language of the caller', async () => {
  const { body } = await app.post('/Register', {}, { 'accept-language': 'zh-CN' })
  expect(body).toMatchObject({ detail: '未开放自助注册，请联系管理员开通账号' })
})

test('sessions end after the configured idle time and after the configured maximum lifetime', async () => {
  const [session] = (await app.db.execute('select id from session order by created_at desc limit 1')).rows
  const refresh = () => app.token({ grant_type: 'refresh_token', refresh_token: admin.refresh_token })
  const back = (column: string, time: string) =>
    app.db.execute(`update session set ${column} = now() - interval '${time}' where id = $1`, [session.id])
  await back('last_access_at', '31 minutes')
  expect((await refresh()).status).toBe(400)
  await back('last_access_at', '1 minute')
  await back('created_at', '481 minutes')
  expect((await refresh()).status).toBe(400)
  await back('created_at', '1 minute')
  expect(await refresh()).toMatchObject({ status: 200, body: { refresh_expires_in: 30 * 60 } })
})

test('uses the configured time zone for calls that do not specify one', () => {
  expect(v.parse(timeZoneSchema, undefined)).toBe('Asia/Shanghai')
  expect(v.parse(timeZoneSchema, 'UTC')).toBe('UTC')
})
