import { daysBefore, type Random } from './random.ts'

export const surnames = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷',
  '欧阳',
  '上官',
  '司徒',
  '诸葛',
]
export const first = [...'嘉雨子梓浩宇思晓文志建海春玉明佳欣一天若书俊丽国永新星亦安知景云清']
export const second = [...'伟芳娜敏静强磊洋艳勇杰涛超霞平刚桂辰轩涵怡琪宁然航睿琳晨博凡媛颖鹏彤瑶川峰岚铭']
export const latin = [
  'chen',
  'li',
  'wang',
  'zhao',
  'lin',
  'zhou',
  'xu',
  'sun',
  'gao',
  'he',
  'luo',
  'tang',
  'song',
  'ye',
]
const mailHosts = ['example.com', 'example.org', 'example.net']

export interface Person {
  id: string
  name: string
  admin: boolean
  username: string | null
  mobilePhone: string
  email: string | null
  emailVerified: boolean
  enabled: boolean
  authCodes: string[]
  passwordChangeRequired: boolean
  createdAt: Date
}

/** Platform staff. The demo prints their usernames after it has loaded the data. */
const staff: Pick<Person, 'name' | 'username' | 'admin' | 'authCodes'>[] = [
  { name: '平台管理员', username: 'admin', admin: true, authCodes: [] },
  { name: '周岚', username: 'admin.zhou', admin: true, authCodes: [] },
  { name: '审核专员', username: 'auditor', admin: false, authCodes: ['certification_audit'] },
  {
    name: '组织运营',
    username: 'organizer',
    admin: false,
    authCodes: ['organization_list', 'certification_audit'],
  },
  { name: '账号运营', username: 'helpdesk', admin: false, authCodes: ['account_management'] },
]

/**
 * Returns `count` accounts. Platform staff come first. Each account has its own phone number, most have a
 * username, and half have an email address.
 */
export function makePeople(random: Random, count: number, now: Date): Person[] {
  return Array.from({ length: count }, (_, index) => {
    const known = staff[index]
    const createdAt = daysBefore(now, known ? 720 - index : random.int(1, 700) + random.int(0, 999) / 1000)
    const handle = `${random.pick(latin)}.${random.pick(latin)}${index}`
    const email = random.chance(0.55) ? `${handle}@${random.pick(mailHosts)}` : null
    return {
      id: random.id(createdAt),
      name: random.pick(surnames) + (random.chance(0.75) ? random.pick(first) : '') + random.pick(second),
      admin: false,
      username: random.chance(0.7) ? handle : null,
      // The first account has the phone number 139 0000 0001, and the following accounts count up from there.
      mobilePhone: `+86139${String(index + 1).padStart(8, '0')}`,
      email,
      emailVerified: email !== null && random.chance(0.8),
      enabled: known ? true : !random.chance(0.04),
      authCodes: [],
      passwordChangeRequired: known ? false : random.chance(0.02),
      createdAt,
      ...known,
    }
  })
}
