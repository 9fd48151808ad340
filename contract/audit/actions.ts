import type { introspection } from '../introspection.generated.ts'

/** The operations of the schema, named as the audit log names them. */
type Operation = Capitalize<keyof introspection['types']['Mutation']['fields'] & string>

/** As what the filter of the audit log lists an action. */
export type ActionGroup = 'signIn' | 'account' | 'tenant' | 'member' | 'device' | 'export'

type Row = readonly [group: ActionGroup | null, zh: string, en: string]

/**
 * Everything that the audit log records, each mutation among it. The group is null where the filter does not list it:
 * what changes nothing, and what acts on many at once, which is recorded as the act on each.
 */
export const actions = {
  SignIn: ['signIn', '登录', 'Signed in'],
  FailedSignIns: ['signIn', '以不存在的账号登录', 'Sign-ins with unknown names'],
  SignOut: ['signIn', '退出登录', 'Signed out'],
  RevokeSession: ['signIn', '结束登录会话', 'Ended a session'],
  RevokeOperatorSessions: ['signIn', '结束账号的登录会话', 'Ended an account’s sessions'],
  Reauthenticate: ['signIn', '验证身份', 'Confirmed who they are'],
  RefreshTokenReused: [
    'signIn',
    '旧的登录凭证被再次使用，会话已结束',
    'An old sign-in token was used again; the session was ended',
  ],
  Register: ['account', '注册账号', 'Registered an account'],
  CreateOperator: ['account', '创建账号', 'Created an account'],
  UpdateOperator: ['account', '修改账号资料', 'Changed an account'],
  ResetPasswordByAdmin: ['account', '重置账号密码', 'Reset an account’s password'],
  InvalidOperator: ['account', '停用账号', 'Disabled an account'],
  ValidOperator: ['account', '启用账号', 'Enabled an account'],
  SaveAuthCodeByOperator: ['account', '修改平台权限', 'Changed platform permissions'],
  SetAdmin: ['account', '任命或撤销平台管理员', 'Appointed or dismissed an administrator'],
  UpdateProfile: ['account', '修改个人资料', 'Changed the profile'],
  ChangePassword: ['account', '修改密码', 'Changed the password'],
  ResetPassword: ['account', '用验证码重置密码', 'Reset the password by code'],
  BindMobilePhone: ['account', '绑定手机号', 'Set a phone number'],
  BindEmail: ['account', '绑定邮箱', 'Set an e-mail address'],
  CloseAccount: ['account', '申请注销账号', 'Asked for the account to be closed'],
  CloseOperator: ['account', '注销账号', 'Closed an account'],
  TakeBackAccount: ['account', '撤回注销', 'Took back closing the account'],
  EraseAccount: ['account', '账号已注销，资料已删除', 'The account was closed and its data erased'],
  PrepareTenant: ['tenant', '申请组织', 'Applied for an organization'],
  RePrepareTenant: ['tenant', '重新提交申请', 'Applied again'],
  ConfirmTenant: ['tenant', '通过认证', 'Approved the application'],
  RejectTenant: ['tenant', '驳回认证', 'Rejected the application'],
  CreateTenant: ['tenant', '创建组织', 'Created an organization'],
  UpdateTenant: ['tenant', '修改组织', 'Changed the organization'],
  ExpireTenant: ['tenant', '组织到期', 'The organization expired'],
  DeleteTenant: ['tenant', '删除组织', 'Deleted the organization'],
  ChangeTenantOwner: ['tenant', '移交所有权', 'Transferred ownership'],
  CreateTenantJoinCode: ['member', '生成邀请码', 'Created an invitation code'],
  DeleteTenantJoinCode: ['member', '撤销邀请码', 'Revoked an invitation code'],
  JoinTenantByCode: ['member', '通过邀请码加入组织', 'Joined by invitation code'],
  LeaveTenant: ['member', '退出组织', 'Left the organization'],
  AddTenantOperator: ['member', '添加成员', 'Added a member'],
  CreateTenantOperator: ['member', '新建账号并添加为成员', 'Created an account as a member'],
  RemoveTenantOperator: ['member', '移出成员', 'Removed a member'],
  RemoveTenantOperators: ['member', '批量移出成员', 'Removed several members'],
  AddTenantManager: ['member', '设为管理员', 'Made a manager'],
  RemoveTenantManager: ['member', '取消管理员', 'Ended a manager’s role'],
  SaveDisplayNameByTenant: ['member', '修改成员名称', 'Changed a member’s name'],
  AddOperatorRoles: ['member', '授予算法角色', 'Granted algorithm roles'],
  RemoveOperatorRoles: ['member', '收回算法角色', 'Revoked algorithm roles'],
  SaveAuthCodeByTenant: ['member', '修改数据权限', 'Changed data permissions'],
  SaveTenantPermissions: ['member', '批量修改权限', 'Changed permissions of several members'],
  SaveDeviceByPalgo: ['device', '保存设备', 'Saved a device'],
  UpdateDeviceByStatus: ['device', '变更设备状态', 'Changed a device’s status'],
  ActivateDevice: ['device', '设备首次连接并激活', 'The device connected for the first time'],
  ExpireDevice: ['device', '设备到期', 'The device expired'],
  DeleteDevice: ['device', '删除设备', 'Deleted a device'],
  CreateDeviceCredential: ['device', '生成设备凭证', 'Created a device credential'],
  DeleteDeviceCredential: ['device', '吊销设备凭证', 'Revoked a device credential'],
  ExportOperators: ['export', '导出账号', 'Exported accounts'],
  ExportTenants: ['export', '导出组织', 'Exported organizations'],
  ExportMembers: ['export', '导出成员', 'Exported members'],
  ExportDevices: ['export', '导出设备', 'Exported devices'],
  ExportEvents: ['export', '导出操作记录', 'Exported the activity log'],
  ImportMembers: ['export', '导入成员', 'Imported members'],
  ImportDevices: ['export', '导入设备', 'Imported devices'],
  RefreshToken: [null, '刷新登录凭证', 'Renewed the sign-in'],
  SendEmailCode: [null, '发送邮箱验证码', 'Sent an e-mail code'],
  ReadMessage: [null, '标记消息为已读', 'Marked messages as read'],
  InvalidOperators: [null, '批量停用账号', 'Disabled several accounts'],
  ValidOperators: [null, '批量启用账号', 'Enabled several accounts'],
  ExtendTenants: [null, '批量调整组织有效期', 'Extended organizations'],
  UpdateDevicesByStatus: [null, '批量变更设备状态', 'Changed the status of several devices'],
  RenewDevices: [null, '批量续期设备', 'Renewed several devices'],
  CreateDeviceCredentials: [null, '批量生成设备凭证', 'Created several device credentials'],
} as const satisfies Readonly<Record<Operation, Row>> & Readonly<Record<string, Row>>

export type Action = keyof typeof actions
export type ActionWord = `action.${Action}`

/** `action.SignIn` and its like, in Chinese (1) or English (2). */
export const actionWords = (language: 1 | 2) =>
  Object.fromEntries(
    Object.entries(actions).map(([name, row]) => [`action.${name}`, row[language]]),
  ) as Readonly<Record<ActionWord, string>>
