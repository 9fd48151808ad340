import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('auditPage', {
  'title.platform': '平台记录',
  'title.tenant': '组织记录',
  'title.own': '账号记录',
  'context.platform': '平台上发生的一切，不能修改或删除',
  'context.own': '登录、修改，以及与您有关的操作',

  action: '操作',
  actor: '操作人',
  target: '对象',
  targetPlaceholder: '账号、组织或设备的编号',
  changes: '变更内容',
  tenant: '组织',
  time: '时间',
  number: '记录编号',
  result: '结果',
  'result.true': '成功',
  'result.false': '未成功',
  'group.signIn': '登录',
  'group.account': '账号',
  'group.tenant': '组织',
  'group.member': '成员与权限',
  'group.device': '设备',
  'group.webhook': '事件推送',
  'group.application': '应用',
  'group.export': '导出与导入',

  sides: '记录的范围',
  'side.account': '登录与账号',
  'side.by': '我的操作',
  'side.about': '与我有关',

  onlyActor: '只看此人',
  onlyTarget: '只看此对象',
  emptyTitle: '还没有记录',
  emptyText: '登录和修改发生后会立即出现在这里。',
})
