export const identitySourceKinds = ['OIDC', 'WECOM', 'DINGTALK', 'FEISHU'] as const
export type IdentitySourceKind = (typeof identitySourceKinds)[number]

/**
 * What happens when somebody signs in with an identity that is not linked to an account yet.
 *
 * - `PHONE`: if the identity has the phone number of an account, an SMS code links it to this account.
 * - `SIGN_IN`: the user signs in to an account in another way, which links the identity to it.
 * - `CREATE`: an account is created, unless one has the same phone number.
 */
export const firstSignIns = ['PHONE', 'SIGN_IN', 'CREATE'] as const
export type FirstSignIn = (typeof firstSignIns)[number]

/** Ways to complete a first sign-in. The token endpoint lists the possible ways. */
export type FirstSignInWay = 'phone' | 'sign_in' | 'create'

/** Reasons why a sign-in at a provider failed. The console shows them after the redirect. */
export const brokerErrors = [
  'denied',
  'expired',
  'unavailable',
  'invalid',
  'config',
  'disabled',
  'taken',
  'session',
] as const
export type BrokerError = (typeof brokerErrors)[number]

/** Grant type of the console for a sign-in with a linked identity. */
export const brokerGrant = 'urn:reeve:broker'

/** An enabled identity source in /config.json. */
export interface ListedIdentitySource {
  key: string
  name: string
  kind: IdentitySourceKind
  /** Path of an icon on this server, or null for the default icon of the kind. */
  icon: string | null
}

/** Error messages about identity sources, merged into `messages` of errors.ts. */
export const identityMessages = {
  'identity.unlinked': [
    '您的“{source}”身份尚未关联账号',
    "Your {source} identity isn't linked to an account yet",
  ],
  'identity.changed': [
    '您的“{source}”身份可能曾属于他人，请用其他方式登录后重新关联',
    'This {source} identity may have belonged to someone else. Sign in another way to link it again.',
  ],
  'identity.accountDisabled': [
    '关联的账号已停用或已注销，请联系管理员',
    'The linked account is disabled or closed. Contact your administrator.',
  ],
  'identity.members': [
    '“{source}”仅供指定组织的成员使用',
    '{source} is only available to members of certain organizations',
  ],
  'identity.last': [
    '这是唯一的登录方式，请先设置密码或绑定手机号',
    'This is the only way to sign in. Set a password or add a phone number first.',
  ],
  'identity.phoneUnknown': ['没有使用该手机号的账号', 'No account uses this phone number'],
  'identity.over': ['登录已超时，请重新开始', 'The sign-in timed out. Start again.'],
  'identity.unavailable': [
    '该登录方式暂时无法使用，请稍后重试或联系管理员',
    'This sign-in method isn’t available right now. Try again later or contact your administrator.',
  ],
  'identity.disabled': ['该登录方式已停用', 'This sign-in method is disabled'],
  'source.unavailable': ['无法连接 {host}，请稍后再试', "Can't reach {host}. Try again later."],
  'source.address': [
    '{host} 属于内网，不允许访问。如需使用，请在 REEVE_IDENTITY_NETWORKS 中添加其网段',
    '{host} belongs to a private network. To allow it, add its network to REEVE_IDENTITY_NETWORKS.',
  ],
  'source.answer': ['{host} 返回的内容无法识别', '{host} returned an invalid response'],
  'source.refused': ['{host} 返回：{text}', '{host} responded: {text}'],
  'source.issuer': [
    '该地址不是 OpenID Connect 的 Issuer。请确认可以访问 {address}',
    "This isn't the issuer of an OpenID provider. Make sure {address} is available.",
  ],
  'source.issuerUrl': [
    '须为 https 地址，不含查询参数和 #',
    'Must be an https URL without a query or fragment (#)',
  ],
  'source.client': [
    'Client ID 或 Client Secret 不正确，请在提供商处重新复制',
    'Wrong Client ID or Client Secret. Copy them again from the provider.',
  ],
  'source.wecomCorp': [
    '企业 ID 不正确。请在企业微信管理后台“我的企业”中复制',
    'Wrong Corp ID. Copy it from “My Company” in the WeCom admin console.',
  ],
  'source.wecomSecret': [
    'Secret 不正确。请在企业微信管理后台该应用的详情页中重新复制',
    'Wrong Secret. Copy it again from the application’s page in the WeCom admin console.',
  ],
  'source.wecomAgent': [
    'AgentId 不正确，或应用已停用。请在企业微信管理后台该应用的详情页中复制',
    'Wrong AgentId, or the application is disabled. Copy it from the application’s page in the WeCom admin console.',
  ],
  'source.wecomIp': [
    '企业微信拒绝了本服务器的 IP 地址。请在该应用的“企业可信 IP”中添加',
    'WeCom refused the IP address of this server. Add it to the trusted IP addresses of the application.',
  ],
  'source.dingtalkClient': [
    'Client ID 或 Client Secret 不正确。请在钉钉开放平台“凭证与基础信息”中重新复制',
    'Wrong Client ID or Client Secret. Copy them again from “Credentials” on the DingTalk Open Platform.',
  ],
  'source.dingtalkPermission': [
    '应用缺少权限“成员信息读权限”（qyapi_get_member）。请在钉钉开放平台“权限管理”中申请',
    'The application lacks the permission qyapi_get_member. Request it under “Permissions” on the DingTalk Open Platform.',
  ],
  'source.feishuApp': [
    'App ID 不正确。请在飞书开放平台“凭证与基础信息”中复制',
    'Wrong App ID. Copy it from “Credentials & Basic Info” on the Feishu Open Platform.',
  ],
  'source.feishuSecret': [
    'App Secret 不正确。请在飞书开放平台“凭证与基础信息”中重新复制',
    'Wrong App Secret. Copy it again from “Credentials & Basic Info” on the Feishu Open Platform.',
  ],
  'source.members': [
    '应用缺少读取成员的权限。可以登录，但人员离职后不会自动退出登录',
    "The application can't read members. Sign-in works, but people who leave aren't signed out automatically.",
  ],
  'source.tooMany': ['最多 {max} 个登录方式', 'At most {max} sign-in methods'],
  'source.keyTaken': ['该标识已被使用', 'This key is taken'],
  'source.key': [
    '须为 2 至 32 个小写字母、数字或连字符',
    'Must be 2 to 32 lowercase letters, digits or hyphens',
  ],
  'source.agentNeeded': ['企业微信需要 AgentId', 'WeCom requires an AgentId'],
  'source.tenantNeeded': ['指定权限时须选择组织', 'Choose an organization to grant permissions in'],
  'source.tenantAmong': [
    '新账号加入的组织须在可用范围内',
    'New accounts must join an organization that can use this method',
  ],
  'source.order': [
    '登录方式已变更，请刷新后重试',
    'The sign-in methods have changed. Refresh and try again.',
  ],
} as const satisfies Record<string, readonly [zh: string, en: string]>
