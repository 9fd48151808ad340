import type { PalgoRole } from '../../contract/states.ts'
import type { Both } from '../core/listing.ts'

export const titles = {
  members: ['成员', 'Members'],
  operators: ['账号', 'Accounts'],
  id: ['账号编号', 'Account ID'],
  name: ['昵称', 'Nickname'],
  displayName: ['组织内名称', 'Name here'],
  mobilePhone: ['手机号', 'Phone'],
  username: ['用户名', 'User name'],
  email: ['邮箱', 'E-mail'],
  position: ['组织身份', 'Role'],
  roles: ['算法权限', 'Algorithm permission'],
  authCodes: ['数据权限', 'Data permission'],
  platformCodes: ['平台权限', 'Platform permission'],
  admin: ['平台管理员', 'Administrator'],
  enabled: ['状态', 'Status'],
  tenants: ['所属组织', 'Organizations'],
  joined: ['加入时间', 'Joined'],
  created: ['创建时间', 'Created'],
} as const satisfies Record<string, Both>

export const positionWords = {
  owner: ['所有者', 'Owner'],
  manager: ['管理员', 'Manager'],
  member: ['成员', 'Member'],
} as const satisfies Record<string, Both>

export const roleWords: Record<PalgoRole, Both> = {
  VIEWER: ['算法查看', 'View'],
  OPERATOR: ['算法运行', 'Run'],
  DEVELOPER: ['算法开发', 'Develop'],
  MANAGER: ['算法管理', 'Publish'],
}

export const enabledWords: Record<'true' | 'false', Both> = {
  true: ['正常', 'Active'],
  false: ['已停用', 'Disabled'],
}

export const yesNo: Record<'true' | 'false', Both> = { true: ['是', 'Yes'], false: ['否', 'No'] }
