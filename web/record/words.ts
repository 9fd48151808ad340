import type { introspection } from '../lib/introspection.generated.ts'
import type { Translation } from '../lib/texts.ts'

type Operation = Capitalize<keyof introspection['types']['Mutation']['fields'] & string>

/** What is in the record and no operation of the schema. */
type Other =
  | 'SignIn'
  | 'SignOut'
  | 'Register'
  | 'ResetPassword'
  | 'RefreshTokenReused'
  | 'ExpireTenant'
  | 'ExpireDevice'
  | 'ActivateDevice'

/** Every action has its words: a new mutation does not compile without. */
type Actions = { readonly [Action in Operation | Other as `action.${Action}`]: string }

const actionsZh = {
  'action.SignIn': '登录',
  'action.SignOut': '退出登录',
  'action.Register': '注册账号',
  'action.ResetPassword': '用验证码重置密码',
  'action.RefreshTokenReused': '旧的登录凭据被再次使用，会话已结束',
  'action.RefreshToken': '刷新登录凭据',
  'action.RevokeSession': '结束登录会话',
  'action.UpdateProfile': '修改个人资料',
  'action.ChangePassword': '修改密码',
  'action.BindMobilePhone': '绑定手机号',
  'action.BindEmail': '绑定邮箱',
  'action.SendEmailCode': '发送邮箱验证码',
  'action.ReadMessage': '标记消息为已读',
  'action.CreateOperator': '创建账号',
  'action.PrepareTenant': '申请组织',
  'action.RePrepareTenant': '重新提交申请',
  'action.ConfirmTenant': '通过认证',
  'action.RejectTenant': '驳回认证',
  'action.CreateTenant': '创建组织',
  'action.UpdateTenant': '修改组织',
  'action.DeleteTenant': '删除组织',
  'action.ExpireTenant': '组织到期',
  'action.CreateTenantJoinCode': '生成邀请码',
  'action.DeleteTenantJoinCode': '撤销邀请码',
  'action.JoinTenantByCode': '通过邀请码加入组织',
  'action.LeaveTenant': '退出组织',
  'action.AddTenantOperator': '添加成员',
  'action.CreateTenantOperator': '新建账号并添加为成员',
  'action.RemoveTenantOperator': '移出成员',
  'action.RemoveTenantOperators': '批量移出成员',
  'action.ChangeTenantOwner': '移交所有权',
  'action.AddTenantManager': '设为管理员',
  'action.RemoveTenantManager': '取消管理员',
  'action.AddOperatorRoles': '授予算法角色',
  'action.RemoveOperatorRoles': '收回算法角色',
  'action.SaveDisplayNameByTenant': '修改显示名',
  'action.SaveAuthCodeByTenant': '修改数据权限',
  'action.SaveTenantPermissions': '批量修改权限',
  'action.SaveDeviceByPalgo': '保存设备',
  'action.UpdateDeviceByStatus': '变更设备状态',
  'action.UpdateDevicesByStatus': '批量变更设备状态',
  'action.RenewDevices': '批量续期设备',
  'action.DeleteDevice': '删除设备',
  'action.ActivateDevice': '设备首次连接并激活',
  'action.ExpireDevice': '设备到期',
  'action.CreateDeviceCredential': '生成设备凭据',
  'action.CreateDeviceCredentials': '批量生成设备凭据',
  'action.DeleteDeviceCredential': '删除设备凭据',
} as const satisfies Actions

const actionsEn: Actions = {
  'action.SignIn': 'Signed in',
  'action.SignOut': 'Signed out',
  'action.Register': 'Registered an account',
  'action.ResetPassword': 'Reset the password by code',
  'action.RefreshTokenReused': 'An old sign-in token was used again; the session was ended',
  'action.RefreshToken': 'Renewed the sign-in',
  'action.RevokeSession': 'Ended a session',
  'action.UpdateProfile': 'Changed the profile',
  'action.ChangePassword': 'Changed the password',
  'action.BindMobilePhone': 'Bound a phone',
  'action.BindEmail': 'Bound an e-mail',
  'action.SendEmailCode': 'Sent an e-mail code',
  'action.ReadMessage': 'Marked messages as read',
  'action.CreateOperator': 'Created an account',
  'action.PrepareTenant': 'Applied for an organization',
  'action.RePrepareTenant': 'Applied again',
  'action.ConfirmTenant': 'Approved the application',
  'action.RejectTenant': 'Rejected the application',
  'action.CreateTenant': 'Created an organization',
  'action.UpdateTenant': 'Changed the organization',
  'action.DeleteTenant': 'Deleted the organization',
  'action.ExpireTenant': 'The organization expired',
  'action.CreateTenantJoinCode': 'Made an invitation',
  'action.DeleteTenantJoinCode': 'Revoked an invitation',
  'action.JoinTenantByCode': 'Joined by invitation',
  'action.LeaveTenant': 'Left the organization',
  'action.AddTenantOperator': 'Added a member',
  'action.CreateTenantOperator': 'Created an account as a member',
  'action.RemoveTenantOperator': 'Removed a member',
  'action.RemoveTenantOperators': 'Removed several members',
  'action.ChangeTenantOwner': 'Handed the ownership over',
  'action.AddTenantManager': 'Made a manager',
  'action.RemoveTenantManager': 'Unmade a manager',
  'action.AddOperatorRoles': 'Granted algorithm roles',
  'action.RemoveOperatorRoles': 'Revoked algorithm roles',
  'action.SaveDisplayNameByTenant': 'Changed a display name',
  'action.SaveAuthCodeByTenant': 'Changed data permissions',
  'action.SaveTenantPermissions': 'Changed permissions of several members',
  'action.SaveDeviceByPalgo': 'Saved a device',
  'action.UpdateDeviceByStatus': 'Changed a device’s status',
  'action.UpdateDevicesByStatus': 'Changed the status of several devices',
  'action.RenewDevices': 'Renewed several devices',
  'action.DeleteDevice': 'Deleted a device',
  'action.ActivateDevice': 'The device connected for the first time',
  'action.ExpireDevice': 'The device expired',
  'action.CreateDeviceCredential': 'Made a device credential',
  'action.CreateDeviceCredentials': 'Made several device credentials',
  'action.DeleteDeviceCredential': 'Deleted a device credential',
}

export const zh = {
  ...actionsZh,
  timeline: '操作记录',
  all: '全部记录',
  more: '加载更多',
  none: '还没有记录',
  failed: '记录没有加载出来',
  retry: '重试',
  refused: '未成功',
  system: '系统',
  nobody: '未登录',
  hidden: '其他管理人员',
  you: '您',
} as const

export const en: Translation<typeof zh> = {
  ...actionsEn,
  timeline: 'Record',
  all: 'Whole record',
  more: 'Load more',
  none: 'Nothing recorded yet',
  failed: 'The record could not be loaded.',
  retry: 'Try again',
  refused: 'Failed',
  system: 'System',
  nobody: 'Not signed in',
  hidden: 'Someone in charge',
  you: 'You',
}
