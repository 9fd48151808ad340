import type { Translation } from '../lib/texts.ts'

export const zh = {
  tenantPlaceholder: '输入名称或编号查找',
  tenantIdPlaceholder: '输入完整的组织编号',
  tenantNone: '没有找到组织',
  tenantFailed: '没有查找成功，请检查网络后重试',
  accountByName: '姓名，或完整的手机号、用户名',
  accountByLogin: '完整的手机号；用户名输完按回车',
  accountDisabled: '已停用',
  accountNone: '没有找到账号',
  accountFailed: '没有查找成功，请检查网络后重试',
  searching: '正在查找…',
  clear: '清除',
} as const

export const en: Translation<typeof zh> = {
  tenantPlaceholder: 'Find by name or ID',
  tenantIdPlaceholder: 'Full organization ID',
  tenantNone: 'No organization found',
  tenantFailed: 'The search failed. Check the network and try again.',
  accountByName: 'Name, full phone or user name',
  accountByLogin: 'Full phone, or user name + Enter',
  accountDisabled: 'Disabled',
  accountNone: 'No account found',
  accountFailed: 'The search failed. Check the network and try again.',
  searching: 'Searching…',
  clear: 'Clear',
}
