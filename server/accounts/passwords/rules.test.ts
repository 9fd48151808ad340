import { expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import type { AppError } from '../../core/errors.ts'
import { phoneSpellings } from '../phones/phone.ts'
import { checkNewPassword } from './rules.ts'

const own = [
  '张三',
  'zhang.xiaoming',
  'Xiaoming Zhang',
  '清河科技有限公司',
  ...phoneSpellings('+8613912345678'),
]

/** Returns the message key of the error for a password, or null if the password is accepted. */
const faultOf = (password: string, words = own) =>
  checkNewPassword('password', password, words).then(
    () => null,
    (error: AppError) => required(required(error.details.fields, 'fields').password, 'password')[0],
  )

const faults = async (passwords: string[]) =>
  Object.fromEntries(await Promise.all(passwords.map(async (each) => [each, await faultOf(each)] as const)))
const all = (passwords: string[], fault: string | null) =>
  Object.fromEntries(passwords.map((each) => [each, fault]))

test('rejects passwords that are shorter than 8 or longer than 128 characters', async () => {
  expect(await faults(['kX9#pl2', '我的密码很安全', '㎏'.repeat(3)])).toEqual({
    'kX9#pl2': 'field.tooShort',
    我的密码很安全: 'field.tooShort',
    // Width folding replaces ㎏ with the two letters "kg", so this password has only six characters.
    [`${'㎏'.repeat(3)}`]: 'field.tooShort',
  })
  expect(await faultOf('correct horse '.repeat(9).slice(0, 128))).toBe(null)
  expect(await faultOf('correct horse '.repeat(10).slice(0, 129))).toBe('field.tooLong')
})

test('rejects common passwords regardless of case, full-width characters and substituted letters', async () => {
  const common = [
    'password1',
    'Password1',
    'PASSWORD1',
    'Ｐassword1',
    'P@ssw0rd',
    'p4$$w0rd',
    '1qaz2wsx3edc',
    'Iloveyou1',
    'b4sk3tb@ll',
    'qq123456789',
    '5tarwars',
    // This password is near the end of the list of common passwords.
    'TROMBONI',
  ]
  expect(await faults(common)).toEqual(all(common, 'password.common'))
})

test('rejects passwords that consist of one repeated character, such as a space', async () => {
  const repeated = [
    'aaaaaaaa',
    'aAaAaAaA',
    ' '.repeat(10),
    '啊啊啊啊啊啊啊啊',
    '７'.repeat(8),
    'x'.repeat(128),
  ]
  expect(await faults(repeated)).toEqual(all(repeated, 'password.repeated'))
})

test('rejects passwords with common patterns as too weak', async () => {
  const weak = ['abcabcabcabc', 'abc'.repeat(40), 'elephant7', '19840203', 'umbrella7', 'Dragonfly2']
  expect(await faults(weak)).toEqual(all(weak, 'password.weak'))
})

test('rejects passwords that are built from the user’s name, phone or organization, or from the name of the service', async () => {
  const personal = [
    'zhang.xiaoming',
    'ZhangXiaoming',
    'Zh4ng.Xi@oming',
    'xiaoming1',
    'Xiaoming2024',
    '13912345678',
    '139 1234 5678',
    '+86-139-1234-5678',
    '８６13912345678',
    '13912345678a',
    'zhang345678',
    '清河科技有限公司',
    '清河科技有限公司1',
    'Reeve2026',
  ]
  expect(await faults(personal)).toEqual(all(personal, 'password.personal'))
  expect(await faultOf('Xiaoming2024', [])).toBe(null)
})

test('accepts sentences, unrelated words and random letters, and does not require special characters', async () => {
  const good = [
    'correct horse battery',
    'seven quiet rivers',
    '床前明月光疑是地上霜',
    '今天的会议推迟到三点',
    '我爱吃西红柿炒鸡蛋',
    'xk9mq2vb',
    'xK9$mQ2!',
    '8302957164',
    'Silver-lake-2026',
    'Kennwort-stark-7',
    'zhang likes green tea',
    'reeve-demo-2026',
    `${'a'.repeat(40)} and no more`,
  ]
  expect(await faults(good)).toEqual(all(good, null))
})

test('a password check uses less than 2 ms of CPU time on the calling thread, even for an expensive password', async () => {
  const costly = '1l1laA4@qwertyuiopm0nk3yl1l1l1sh4d0w!1|l0$5+7%2l1l1l11!|l1!|l1!|'
  await faultOf(costly) // The first call starts the worker thread and is therefore not measured.
  const rounds = 10
  const before = process.threadCpuUsage()
  for (let round = 0; round < rounds; round += 1) await faultOf(costly)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / rounds / 1_000).toBeLessThan(2)
})
