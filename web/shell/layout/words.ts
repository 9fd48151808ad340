import type { Translation } from '../../lib/texts.ts'

export const zh = {
  fold: '收起菜单',
  unfold: '展开菜单',
  newWindow: '{name}（在新窗口打开）',
  palette: '搜索页面、组织、设置',
  searchShort: '搜索',
  waiting: '{count} 份待审核',
  visit: '正在查看的组织',
  visiting: '您以平台管理员身份进入了“{name}”，并不是它的成员。',
  leaveVisit: '退出该组织',
} as const

export const en: Translation<typeof zh> = {
  fold: 'Collapse menu',
  unfold: 'Expand menu',
  newWindow: '{name} (opens in a new window)',
  palette: 'Search pages, organizations, settings',
  searchShort: 'Search',
  waiting: '{count} in review',
  visit: 'The organization that is entered',
  visiting: 'You have entered “{name}” as a platform administrator, not as a member.',
  leaveVisit: 'Exit',
}
