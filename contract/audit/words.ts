import { deviceStatusLabels, roleLabels, tenantStatusLabels, withPrefix } from '../labels/labels.ts'
import { actionWords, fieldWords } from './actions.ts'

/**
 * Texts of the audit log for the console and for exported files: actions, changed fields and their values.
 */
export const zh = {
  ...actionWords,
  'action.RegisterDevice': '添加设备',
  'action.ChangeDevice': '修改设备',

  ...fieldWords,

  ...withPrefix('tenant.', tenantStatusLabels),
  ...withPrefix('device.', deviceStatusLabels),
  ...withPrefix('role.', roleLabels),

  'firstSignIn.PHONE': '手机号相同则关联',
  'firstSignIn.SIGN_IN': '仅登录后关联',
  'firstSignIn.CREATE': '自动创建账号',

  'target.account': '账号',
  'target.session': '登录会话',
  'target.tenant': '组织',
  'target.device': '设备',
  'target.joinCode': '邀请码',
  'target.webhook': 'Webhook',
  'target.identitySource': '登录方式',
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
