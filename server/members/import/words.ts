import type { Bilingual } from '../../core/words.ts'

export const notes = {
  mobilePhone: [
    '成员的手机号。已是成员的会被修改，不是成员的会被添加',
    'Phone number. Existing members are updated, and new ones are added',
  ],
  name: [
    '仅用于新建账号（需要账号管理权限），该账号用手机验证码登录；已有账号的昵称不会被修改',
    'Only for new accounts, which require the account management permission and sign in with an SMS code. Existing accounts keep their nickname',
  ],
  displayName: [
    '在本组织内显示的名称，至多 64 个字符。留空不修改',
    'Name in this organization, at most 64 characters. Leave empty to keep the current name',
  ],
  roles: [
    '算法查看、算法运行、算法开发、算法管理，多个用逗号分隔；填“无”则全部收回。留空不修改',
    'View, Run, Develop, Publish, separated by commas. “none” revokes all. Leave empty to keep the current permissions',
  ],
  authCodes: [
    '数据权限的名称或代码，多个用逗号分隔；填“无”则全部收回。留空不修改',
    'Names or codes of data permissions, separated by commas. “none” revokes all. Leave empty to keep the current permissions',
  ],
} as const satisfies Record<string, Bilingual>

export const examples = {
  name: '王小明',
  displayName: '小明（一班）',
  roles: '算法查看, 算法运行',
} as const

/** The cell content that removes all roles or permissions. */
export const nothing: Bilingual = ['无', 'none']
