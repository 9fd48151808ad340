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
  'leave.title': '放弃未保存的更改？',
  'leave.text': '您填写或更改的内容还没有保存，离开后将丢失。',
  'leave.leave': '放弃更改',
  'leave.stay': '继续编辑',
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
  'leave.title': 'Discard unsaved changes?',
  'leave.text': 'What you have entered or changed is not saved yet and will be lost.',
  'leave.leave': 'Discard',
  'leave.stay': 'Keep editing',
}
