import { defineWords } from '../../lib/texts.ts'

export const words = defineWords('auditPage', {
  'title.platform': '平台操作日志',
  'title.tenant': '组织操作日志',
  'title.own': '我的操作日志',
  'context.platform': '平台上的所有操作，不可修改或删除',
  'context.own': '登录、修改以及与您有关的操作',

  action: '操作',
  actor: '操作人',
  target: '对象',
  targetPlaceholder: '账号、组织或设备的编号',
  changes: '变更内容',
  tenant: '组织',
  time: '时间',
  number: '日志编号',
  result: '结果',
  'result.true': '成功',
  'result.false': '失败',
  'group.signIn': '登录',
  'group.account': '账号',
  'group.tenant': '组织',
  'group.member': '成员与权限',
  'group.device': '设备',
  'group.webhook': 'Webhook',
  'group.application': '应用',
  'group.export': '导出与导入',

  sides: '日志范围',
  'side.account': '登录与账号',
  'side.by': '我的操作',
  'side.about': '与我有关',

  onlyActor: '仅看此人',
  onlyTarget: '仅看此对象',
  emptyTitle: '暂无日志',
  emptyText: '登录和修改操作会实时显示在这里。',
})
