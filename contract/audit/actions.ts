import type { introspection } from '../introspection.generated.ts'

/** The mutations of the schema, capitalized as in the audit log. */
type Operation = Capitalize<keyof introspection['types']['Mutation']['fields'] & string>

/** The group under which the audit log's filter lists an action. */
export type ActionGroup =
  | 'signIn'
  | 'account'
  | 'tenant'
  | 'member'
  | 'device'
  | 'application'
  | 'webhook'
  | 'export'

type Row = readonly [group: ActionGroup | null, words: string]

/**
 * Every action that the audit log records, including each mutation. The group is null if the filter does not
 * list the action: it changes nothing, or it is a bulk action that is recorded once per object.
 */
export const actions = {
  SignIn: ['signIn', '登录'],
  FailedSignIns: ['signIn', '用不存在的账号尝试登录'],
  SignOut: ['signIn', '退出登录'],
  SignInToApplication: ['signIn', '登录应用'],
  WithdrawConsent: ['signIn', '撤回对应用的授权'],
  RevokeSession: ['signIn', '结束登录会话'],
  RevokeOperatorSessions: ['signIn', '结束账号的登录会话'],
  UseRecoveryCode: ['signIn', '使用恢复码登录'],
  Reauthenticate: ['signIn', '验证身份'],
  RefreshTokenReused: ['signIn', '失效令牌被重复使用，会话已强制下线'],
  RefreshTokenUnproven: ['signIn', '令牌在绑定的浏览器之外被使用，已拒绝'],
  RotateSigningKey: ['signIn', '更换签名密钥'],
  Register: ['account', '注册账号'],
  CreateOperator: ['account', '新建账号'],
  UpdateOperator: ['account', '修改账号资料'],
  ResetPasswordByAdmin: ['account', '重置账号密码'],
  InvalidOperator: ['account', '停用账号'],
  ValidOperator: ['account', '启用账号'],
  SaveAuthCodeByOperator: ['account', '修改平台权限'],
  SetAdmin: ['account', '任命或撤销平台管理员'],
  AgreeToTerms: ['account', '同意用户协议和隐私政策'],
  UpdateProfile: ['account', '修改个人资料'],
  ChangePassword: ['account', '修改密码'],
  ResetPassword: ['account', '用验证码重置密码'],
  BindMobilePhone: ['account', '绑定手机号'],
  BindEmail: ['account', '绑定邮箱'],
  ConfirmTotp: ['account', '添加身份验证器'],
  ConfirmPasskey: ['account', '添加通行密钥'],
  UpdateFactor: ['account', '重命名两步验证方式'],
  DeleteFactor: ['account', '移除两步验证方式'],
  CreateRecoveryCodes: ['account', '生成恢复码'],
  AskFactorReset: ['account', '申请移除全部两步验证方式'],
  ConfirmFactorReset: ['account', '确认移除全部两步验证方式'],
  WithdrawFactorReset: ['account', '撤回对两步验证方式的移除'],
  RemoveFactors: ['account', '移除全部两步验证方式'],
  RequestDataExport: ['account', '申请导出自己的数据'],
  FetchDataExport: ['account', '下载自己的数据'],
  CloseAccount: ['account', '申请注销账号'],
  CloseOperator: ['account', '注销账号'],
  TakeBackAccount: ['account', '撤回注销'],
  EraseAccount: ['account', '账号已注销，资料已删除'],
  PrepareTenant: ['tenant', '申请组织'],
  RePrepareTenant: ['tenant', '重新提交申请'],
  UpdateTenantPapers: ['tenant', '更换申请材料'],
  ReadTenantPaper: ['tenant', '查看申请材料'],
  ConfirmTenant: ['tenant', '通过认证'],
  RejectTenant: ['tenant', '驳回认证'],
  CreateTenant: ['tenant', '新建组织'],
  UpdateTenant: ['tenant', '修改组织'],
  ExpireTenant: ['tenant', '组织到期'],
  AcceptFactorByTenant: ['tenant', '接受组织的两步验证要求'],
  RequireFactorByTenant: ['tenant', '要求成员开启两步验证，或不再要求'],
  DeleteTenant: ['tenant', '删除组织'],
  ChangeTenantOwner: ['tenant', '移交所有权'],
  CreateSavedView: ['tenant', '新建组织的视图'],
  UpdateSavedView: ['tenant', '修改组织的视图'],
  ShareSavedView: ['tenant', '与组织共享视图，或不再共享'],
  DeleteSavedView: ['tenant', '删除组织的视图'],
  CreateTenantJoinCode: ['member', '生成邀请码'],
  DeleteTenantJoinCode: ['member', '撤销邀请码'],
  JoinTenantByCode: ['member', '通过邀请码加入组织'],
  LeaveTenant: ['member', '退出组织'],
  AddTenantOperator: ['member', '添加成员'],
  CreateTenantOperator: ['member', '新建账号并添加为成员'],
  RemoveTenantOperator: ['member', '移出成员'],
  RemoveTenantOperators: ['member', '批量移出成员'],
  AddTenantManager: ['member', '设为管理员'],
  RemoveTenantManager: ['member', '取消管理员'],
  SaveDisplayNameByTenant: ['member', '修改成员名称'],
  AddOperatorRoles: ['member', '授予算法角色'],
  RemoveOperatorRoles: ['member', '收回算法角色'],
  SaveAuthCodeByTenant: ['member', '修改数据权限'],
  SaveTenantPermissions: ['member', '批量修改权限'],
  SaveDeviceByPalgo: ['device', '登记或修改设备'],
  UpdateDeviceConfig: ['device', '修改设备配置'],
  UpdateDeviceByStatus: ['device', '变更设备状态'],
  ActivateDevice: ['device', '设备首次连接并激活'],
  ExpireDevice: ['device', '设备到期'],
  DeleteDevice: ['device', '删除设备'],
  CreateDeviceCredential: ['device', '生成设备凭证'],
  DeleteDeviceCredential: ['device', '吊销设备凭证'],
  CreateWebhook: ['webhook', '新建事件推送'],
  UpdateWebhook: ['webhook', '修改事件推送'],
  RotateWebhookSecret: ['webhook', '更换事件推送的密钥'],
  DeleteWebhook: ['webhook', '删除事件推送'],
  CreateApplication: ['application', '新建应用'],
  UpdateApplication: ['application', '修改应用'],
  RotateApplicationSecret: ['application', '轮换应用密钥'],
  RevokeApplicationSecret: ['application', '吊销应用密钥'],
  DeleteApplication: ['application', '删除应用'],
  CreateServiceAccount: ['application', '新建服务账号'],
  UpdateServiceAccount: ['application', '修改服务账号'],
  RotateServiceAccountSecret: ['application', '轮换服务账号密钥'],
  RevokeServiceAccountSecret: ['application', '吊销服务账号密钥'],
  DeleteServiceAccount: ['application', '删除服务账号'],
  ExportOperators: ['export', '导出账号'],
  ExportTenants: ['export', '导出组织'],
  ExportMembers: ['export', '导出成员'],
  ExportDevices: ['export', '导出设备'],
  ExportEvents: ['export', '导出操作记录'],
  ImportMembers: ['export', '导入成员'],
  ImportDevices: ['export', '导入设备'],
  AddTenantManagers: [null, '批量设为管理员'],
  RemoveTenantManagers: [null, '批量取消管理员'],
  AddChosenManagers: [null, '批量设为管理员'],
  RemoveChosenManagers: [null, '批量取消管理员'],
  SaveChosenPermissions: [null, '批量修改权限'],
  RemoveChosenOperators: [null, '批量移出成员'],
  RestoreTenantOperators: [null, '恢复移出的成员'],
  TestWebhook: [null, '发送测试事件'],
  ResendWebhookDelivery: [null, '再次发送事件'],
  CreatePasskey: [null, '开始设置通行密钥'],
  CreatePasskeyChallenge: [null, '请求用通行密钥验证'],
  CreateTotp: [null, '开始设置身份验证器'],
  RefreshToken: [null, '刷新令牌'],
  SendEmailCode: [null, '发送邮箱验证码'],
  ReadMessage: [null, '标记消息为已读'],
  PutChecklistAway: [null, '收起开始清单'],
  InvalidOperators: [null, '批量停用账号'],
  ValidOperators: [null, '批量启用账号'],
  ExtendTenants: [null, '批量调整组织有效期'],
  UpdateDevicesByStatus: [null, '批量变更设备状态'],
  RenewDevices: [null, '批量续期设备'],
  CreateDeviceCredentials: [null, '批量生成设备凭证'],
} as const satisfies Readonly<Record<Operation, Row>> & Readonly<Record<string, Row>>

export type Action = keyof typeof actions
type ActionWord = `action.${Action}`

/**
 * Chinese labels by key, for example `action.SignIn`. English labels are in words.en.ts, so that Chinese
 * users do not load them.
 */
export const actionWords = Object.fromEntries(
  Object.entries(actions).map(([name, [, words]]) => [`action.${name}`, words]),
) as Readonly<Record<ActionWord, string>>
