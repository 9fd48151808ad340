import type { Translation } from '../lib/texts.ts'

export const zh = {
  tenantPlaceholder: '输入名称或编号查找',
  tenantIdPlaceholder: '输入完整的组织编号',
  tenantNone: '没有找到组织',
  tenantSearching: '正在查找…',
  tenantFailed: '没有查找成功，请检查网络后重试',
  clear: '清除',
} as const

export const en: Translation<typeof zh> = {
  tenantPlaceholder: 'Find by name or ID',
  tenantIdPlaceholder: 'The whole ID of the organization',
  tenantNone: 'No such organization',
  tenantSearching: 'Searching…',
  tenantFailed: 'The search failed. Check the network and try again.',
  clear: 'Clear',
}
