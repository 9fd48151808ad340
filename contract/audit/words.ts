import { actionWords, fieldWords } from './actions.ts'

/**
 * Words of the audit log, for the console and for exported files: actions, changed fields and their values.
 */
export const zh = {
  ...actionWords,
  'action.RegisterDevice': '添加设备',
  'action.ChangeDevice': '修改设备',

  ...fieldWords,

  'tenant.PREPARE': '待审核',
  'tenant.REJECT': '已驳回',
  'tenant.FINISH': '正常',
  'tenant.EXPIRED': '已到期',
  'device.PRODUCED': '未激活',
  'device.ACTIVE': '使用中',
  'device.SUSPENDED': '已停用',
  'device.EXPIRED': '已到期',
  'device.RETIRED': '已报废',
  'role.VIEWER': '算法查看',
  'role.OPERATOR': '算法运行',
  'role.DEVELOPER': '算法开发',
  'role.MANAGER': '算法管理',

  'target.account': '账号',
  'target.session': '登录会话',
  'target.tenant': '组织',
  'target.device': '设备',
  'target.joinCode': '邀请码',
  'target.webhook': 'Webhook',
  'target.application': '应用',
  'target.key': '签名密钥',
  'target.savedView': '视图',

  system: '系统',
  nobody: '未登录',
  program: '已删除的服务账号 {id}',
  deletedTenant: '已删除的组织',
  hidden: '其他管理人员',
  yes: '是',
  no: '否',
  nothing: '空',
  erased: '已清除',
  between: '、',
  apart: '；',
} as const

export type AuditWord = keyof typeof zh
