import type { sentence } from '../../contract/checks.ts'

export const messageTypes = ['MESSAGE', 'NOTICE', 'TODO'] as const
export type MessageType = (typeof messageTypes)[number]

/**
 * The messages in the console, with the parameters of their texts. Each message stores its parameters
 * permanently. Parameters must therefore not be renamed, and a parameter that is no longer used must stay in
 * the type.
 */
export interface MessageParams {
  /** Sent to the platform reviewers. */
  'tenant.applied': { tenant: string }
  /** expireAt: RFC 3339 timestamp. Absent if the organization does not expire. */
  'tenant.confirmed': { tenant: string; expireAt?: string }
  'tenant.rejected': { tenant: string; reason: string }
  /** Sent to both the previous and the new owner. */
  'tenant.ownership': { tenant: string; owner?: string }
  /** days: days until expiry, 0 if the organization has already expired. */
  'tenant.expiring': { tenant: string; days: number | string }
  /** expireAt: RFC 3339 timestamp. Absent if the organization no longer expires. */
  'tenant.extended': { tenant: string; expireAt?: string }
  'tenant.deleted': { tenant: string }
  /** member: name of the new member. Absent in the message to the new member. */
  'member.joined': { tenant: string; member?: string }
  'member.removed': { tenant: string }
  'member.roleChanged': { tenant: string; role?: 'manager' | 'member' | 'owner' }
  /** device: name of the device. tenant: name of the organization that gets the message. */
  'device.joined': { device: string; tenant: string }
  'device.left': { device: string; tenant: string }
  /** Sent instead of device.joined and device.left if one call assigns several devices. */
  'devices.joined': { count: number; tenant: string }
  'devices.left': { count: number; tenant: string }
  /** host: host of the webhook URL. */
  'webhook.off': { host: string }
  /**
   * Sent to the owner. member: the former member who created the service accounts. services: names of the
   * service accounts.
   */
  'service.makerLeft': { tenant: string; member: string; services: string[] }
  'account.passwordReset': Record<string, never>
  /** Sent when the platform-wide permissions of an account change. */
  'account.authCodes': Record<string, never>
  'account.takenBack': Record<string, never>
  /** factor: name that the user gave the second factor. */
  'factor.added': { factor: string }
  'factor.removed': { factor: string }
  /** source: name of the provider. */
  'identity.linked': { source: string }
  'identity.unlinked': { source: string }
  /** Sent to administrators when the sign-in page hides a sign-in method. */
  'source.failing': { source: string }
  /** left: number of remaining recovery codes. */
  'factor.recovered': { left: number }
  'factor.reset': Record<string, never>
  /**
   * Sent to administrators who can confirm the request. account: name of the account whose second factors are
   * to be removed.
   */
  'factor.resetAsked': { account: string }
  'factor.resetComing': Record<string, never>
  /** Sent when an organization starts or stops requiring a second factor from its members. */
  'factor.demanded': { tenant: string }
  'factor.offered': { tenant: string }
  'data.ready': Record<string, never>
  'data.failed': Record<string, never>
  /**
   * account: name of the administrator who was appointed or removed. Absent in the message to that
   * administrator.
   */
  'admin.appointed': { account?: string }
  'admin.dismissed': { account?: string }
  /** Sent to administrators. max: maximum number of SMS that the deployment can send per hour or day. */
  'sms.budget': { window: 'hour' | 'day'; max: number }
}

export type MessageTemplate = keyof MessageParams

export const typeOf: { [Name in MessageTemplate]: MessageType } = {
  'tenant.applied': 'TODO',
  'tenant.confirmed': 'MESSAGE',
  'tenant.rejected': 'MESSAGE',
  'tenant.ownership': 'MESSAGE',
  'tenant.expiring': 'NOTICE',
  'tenant.extended': 'NOTICE',
  'tenant.deleted': 'NOTICE',
  'member.joined': 'MESSAGE',
  'member.removed': 'MESSAGE',
  'member.roleChanged': 'MESSAGE',
  'device.joined': 'NOTICE',
  'device.left': 'NOTICE',
  'devices.joined': 'NOTICE',
  'devices.left': 'NOTICE',
  'webhook.off': 'NOTICE',
  'service.makerLeft': 'NOTICE',
  'account.passwordReset': 'NOTICE',
  'account.authCodes': 'NOTICE',
  'account.takenBack': 'NOTICE',
  'factor.added': 'NOTICE',
  'factor.removed': 'NOTICE',
  'identity.linked': 'NOTICE',
  'identity.unlinked': 'NOTICE',
  'source.failing': 'NOTICE',
  'factor.recovered': 'NOTICE',
  'factor.reset': 'NOTICE',
  'factor.resetAsked': 'TODO',
  'factor.resetComing': 'NOTICE',
  'factor.demanded': 'NOTICE',
  'factor.offered': 'NOTICE',
  'data.ready': 'NOTICE',
  'data.failed': 'NOTICE',
  'admin.appointed': 'NOTICE',
  'admin.dismissed': 'NOTICE',
  'sms.budget': 'NOTICE',
}

type Write<Name extends MessageTemplate> = (
  params: MessageParams[Name],
  sentenceTag: typeof sentence,
) => { title: string; content: string }
export type MessageWords = { [Name in MessageTemplate]: Write<Name> }

const zhRoles = { manager: '管理员', member: '普通成员', owner: '所有者' }
const day = (instant: string): string => instant.slice(0, 10)

export const zh: MessageWords = {
  'tenant.applied': ({ tenant }) => ({
    title: '有新的组织认证申请',
    content: `“${tenant}”提交了认证申请，等待审核。`,
  }),
  'tenant.confirmed': ({ tenant, expireAt }) => ({
    title: '组织认证已通过',
    content: `您申请的组织“${tenant}”已通过认证，${expireAt ? `有效期至 ${day(expireAt)}，` : ''}现在可以邀请成员。`,
  }),
  'tenant.rejected': ({ tenant, reason }, sentence) => ({
    title: '组织认证被驳回',
    content: sentence`您申请的组织“${tenant}”未通过认证：${reason}。修改后可重新提交。`,
  }),
  'tenant.ownership': ({ tenant, owner }, sentence) => ({
    title: '组织所有者已变更',
    content: owner ? sentence`组织“${tenant}”的所有者已变更为 ${owner}。` : `组织“${tenant}”的所有者已变更。`,
  }),
  'tenant.expiring': ({ tenant, days }) =>
    Number(days) > 0
      ? {
          title: '组织即将到期',
          content: `组织“${tenant}”将在 ${days} 天内到期，请联系平台管理员延长有效期。`,
        }
      : { title: '组织已到期', content: `组织“${tenant}”已到期，延长有效期前成员仅可查看或退出。` },
  'tenant.extended': ({ tenant, expireAt }) => ({
    title: '组织有效期已更新',
    content: expireAt
      ? `组织“${tenant}”的有效期已更新，至 ${day(expireAt)}。`
      : `组织“${tenant}”现已长期有效。`,
  }),
  'tenant.deleted': ({ tenant }) => ({ title: '组织已删除', content: `组织“${tenant}”已被删除。` }),
  'member.joined': ({ tenant, member }) => ({
    title: member ? '有新成员加入' : '已加入组织',
    content: member ? `${member} 加入了组织“${tenant}”。` : `您已加入组织“${tenant}”。`,
  }),
  'member.removed': ({ tenant }) => ({
    title: '已被移出组织',
    content: `您已被移出组织“${tenant}”，无法再访问该组织。`,
  }),
  'member.roleChanged': ({ tenant, role }) => ({
    title: '组织内的角色已变更',
    content: role
      ? `您在组织“${tenant}”中的角色已变更为${zhRoles[role]}。`
      : `您在组织“${tenant}”中的角色或权限已变更。`,
  }),
  'device.joined': ({ device, tenant }) => ({
    title: '设备已分配到组织',
    content: `设备“${device}”已分配到组织“${tenant}”。`,
  }),
  'device.left': ({ device, tenant }) => ({
    title: '设备已移出组织',
    content: `设备“${device}”已移出组织“${tenant}”。`,
  }),
  'devices.joined': ({ count, tenant }) => ({
    title: '设备已分配到组织',
    content: `${count} 台设备已分配到组织“${tenant}”。`,
  }),
  'devices.left': ({ count, tenant }) => ({
    title: '设备已移出组织',
    content: `${count} 台设备已移出组织“${tenant}”。`,
  }),
  'webhook.off': ({ host }) => ({
    title: 'Webhook 已停用',
    content: `向 ${host} 推送事件连续 24 小时失败，该 Webhook 已停用。事件保留 30 天，重新启用后会继续推送。`,
  }),
  'service.makerLeft': ({ tenant, member, services }, sentence) => ({
    title: '服务账号的创建者已离开',
    content: sentence`${member} 已离开组织“${tenant}”，其创建的服务账号仍可使用：${services.join('、')}。请停用或删除不再需要的服务账号；如密钥可能仍由其持有，请轮换密钥。`,
  }),
  'account.passwordReset': () => ({
    title: '密码已被管理员重置',
    content: '管理员重置了您的账号密码，此前的登录均已失效。如有疑问，请联系管理员。',
  }),
  'account.authCodes': () => ({
    title: '平台权限已变更',
    content: '管理员变更了您的平台权限，菜单与页面已随之更新。',
  }),
  'account.takenBack': () => ({
    title: '账号注销已撤销',
    content: '您的账号不再注销，可以继续使用。如非本人操作，请立即修改密码并联系管理员。',
  }),
  'factor.added': ({ factor }) => ({
    title: '已添加两步验证方式',
    content: `您的账号添加了两步验证方式“${factor}”。如非本人操作，请立即修改密码、移除该方式并联系管理员。`,
  }),
  'factor.removed': ({ factor }) => ({
    title: '已移除两步验证方式',
    content: `您的账号移除了两步验证方式“${factor}”。如非本人操作，请立即修改密码并联系管理员。`,
  }),
  'identity.linked': ({ source }) => ({
    title: '已关联登录方式',
    content: `您的账号关联了“${source}”，可用它登录。如非本人操作，请立即解除关联、修改密码并联系管理员。`,
  }),
  'identity.unlinked': ({ source }) => ({
    title: '已解除关联登录方式',
    content: `您的账号解除了与“${source}”的关联。如非本人操作，请立即修改密码并联系管理员。`,
  }),
  'source.failing': ({ source }) => ({
    title: '登录方式连接失败',
    content: `“${source}”连续多次连接失败，登录页暂不显示，恢复后会自动显示。请在“登录方式”中查看原因。`,
  }),
  'factor.recovered': ({ left }) => ({
    title: '恢复码已使用',
    content: `有人使用恢复码登录了您的账号，剩余 ${left} 个恢复码。如非本人操作，请立即修改密码并联系管理员。`,
  }),
  'factor.reset': () => ({
    title: '两步验证方式已被管理员移除',
    content: '管理员移除了您的全部两步验证方式，此前的登录均已失效。请重新设置。如有疑问，请联系管理员。',
  }),
  'factor.resetAsked': ({ account }) => ({
    title: '移除两步验证方式待确认',
    content: `管理员申请移除 ${account} 的全部两步验证方式。请核实是否为用户本人的要求，然后确认或撤回申请。`,
  }),
  'factor.resetComing': () => ({
    title: '两步验证方式将被移除',
    content:
      '管理员应要求将在 24 小时后移除您的全部两步验证方式。如非您的要求，请立即在账号页撤回，或使用两步验证登录。',
  }),
  'factor.demanded': ({ tenant }) => ({
    title: '组织要求开启两步验证',
    content: `${tenant} 要求成员开启两步验证。尚未开启时，请先设置身份验证器或通行密钥，再使用控制台。`,
  }),
  'factor.offered': ({ tenant }) => ({
    title: '组织不再要求两步验证',
    content: `${tenant} 不再要求成员开启两步验证。为保护账号安全，建议继续使用。`,
  }),
  'data.ready': () => ({
    title: '个人数据导出完成',
    content:
      '您申请导出的数据已可下载，请在 24 小时内到账号信息页下载，只能下载一次。如非本人操作，请立即修改密码。',
  }),
  'data.failed': () => ({
    title: '个人数据导出失败',
    content: '导出文件未能生成，请到账号信息页重新申请。',
  }),
  'admin.appointed': ({ account }) => ({
    title: '平台管理员已变更',
    content: account ? `您已将 ${account} 设为平台管理员。` : '您已被设为平台管理员，菜单与页面已随之更新。',
  }),
  'admin.dismissed': ({ account }) => ({
    title: '平台管理员已变更',
    content: account
      ? `您已取消 ${account} 的平台管理员身份。`
      : '您不再是平台管理员，菜单与页面已随之更新。',
  }),
  'sms.budget': ({ window, max }) => ({
    title: '短信已达上限',
    content: `平台${window === 'hour' ? '一小时' : '一天'}内发送的短信已达上限 ${max} 条，验证码暂时无法发送。如非业务增长所致，可能有人在恶意获取验证码；上限由 REEVE_SMS_PER_${window.toUpperCase()} 设置。`,
  }),
}
