import type { Locale } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'

export interface TemplateParams {
  /** A verification code. The purpose is 'any' if the code was requested without a purpose. */
  code: { code: string; purpose: 'login' | 'register' | 'reset' | 'bind' | 'confirm' | 'any' }
  'password.changed': Record<string, never>
  'password.reset': Record<string, never>
  'password.resetByAdmin': Record<string, never>
  'account.disabled': Record<string, never>
  'account.closing': Record<string, never>
  'account.closed': Record<string, never>
  'account.takenBack': Record<string, never>
  'factor.added': Record<string, never>
  'factor.removed': Record<string, never>
  'identity.linked': Record<string, never>
  'identity.unlinked': Record<string, never>
  'factor.recovered': Record<string, never>
  'factor.resetComing': Record<string, never>
  'data.ready': Record<string, never>
  'admin.appointed': Record<string, never>
  'admin.dismissed': Record<string, never>
  /** Sent to the phone number and email address that the account had before the change. */
  'phone.changed': Record<string, never>
  'email.changed': Record<string, never>
  'tenant.confirmed': TenantParams
  'tenant.rejected': TenantParams
  'tenant.ownership': TenantParams
}

/** Name of the organization. Absent in messages that were queued by the previous release. */
interface TenantParams {
  tenant?: string
}

export type TemplateName = keyof TemplateParams

/** The text of an SMS or an email. Only emails have a subject. */
export interface Words {
  subject: string
  text: string
}

type Write<Name extends TemplateName> = (params: TemplateParams[Name]) => Words

const purposes = {
  'zh-CN': {
    login: '登录',
    register: '注册',
    reset: '重置密码',
    bind: '绑定',
    confirm: '验证身份',
    any: '验证身份',
  },
  'en-US': {
    login: 'sign in',
    register: 'sign up',
    reset: 'reset your password',
    bind: 'confirm this phone number or email',
    confirm: "confirm it's you",
    any: "confirm it's you",
  },
} as const

const minutes = limits.code.lifetime / 60

/** Truncates a name that is used as a variable of an SMS template, because providers reject long values. */
const clipped = (name: string): string => (name.length > 20 ? `${name.slice(0, 19)}…` : name)
const quoted = (tenant: string | undefined): string => (tenant ? `“${clipped(tenant)}”` : '')

/** Returns the values for the variables of a provider's template, in order. */
export function variablesOf(params: TemplateParams[TemplateName]): Readonly<Record<string, string>> {
  if ('code' in params) return { code: params.code }
  return 'tenant' in params && params.tenant ? { name: clipped(params.tenant) } : {}
}

const zh: { [Name in TemplateName]: Write<Name> } = {
  code: ({ code, purpose }) => ({
    subject: `验证码 ${code}`,
    text: `您的验证码是 ${code}，用于${purposes['zh-CN'][purpose]}，${minutes} 分钟内有效。请勿告诉他人；如非本人操作，请忽略。`,
  }),
  'password.changed': () => ({
    subject: '密码已修改',
    text: '您的账号密码已修改。如非本人操作，请立即重置密码并联系管理员。',
  }),
  'password.reset': () => ({
    subject: '密码已重置',
    text: '您的账号密码已通过验证码重置，所有设备均已退出登录。如非本人操作，请立即重置密码并联系管理员。',
  }),
  'password.resetByAdmin': () => ({
    subject: '密码已被管理员重置',
    text: '管理员重置了您的账号密码，所有设备均已退出登录。请向管理员索取新密码，登录后需立即修改。',
  }),
  'account.disabled': () => ({
    subject: '账号已停用',
    text: '您的账号已被管理员停用，所有设备均已退出登录。如有疑问，请联系管理员。',
  }),
  'account.closing': () => ({
    subject: '账号正在注销',
    text: `您的账号已申请注销，将在 ${limits.closing} 天后删除，在此之前登录即可撤销注销。如非本人操作，请立即登录并修改密码。`,
  }),
  'account.closed': () => ({
    subject: '账号已被管理员注销',
    text: `您的账号已被管理员注销，所有设备均已退出登录，将在 ${limits.closing} 天后删除。如有疑问，请联系管理员。`,
  }),
  'account.takenBack': () => ({
    subject: '账号注销已撤销',
    text: '您的账号不再注销，可以继续使用。如非本人操作，请立即修改密码并联系管理员。',
  }),
  'factor.added': () => ({
    subject: '已添加两步验证方式',
    text: '您的账号添加了一种两步验证方式。如非本人操作，请立即修改密码、移除该方式并联系管理员。',
  }),
  'factor.removed': () => ({
    subject: '已移除两步验证方式',
    text: '您的账号移除了一种两步验证方式。如非本人操作，请立即修改密码并联系管理员。',
  }),
  'identity.linked': () => ({
    subject: '已关联登录方式',
    text: '您的账号关联了一种登录方式，可用它登录。如非本人操作，请立即解除关联、修改密码并联系管理员。',
  }),
  'identity.unlinked': () => ({
    subject: '已解除关联登录方式',
    text: '您的账号解除了一种登录方式的关联。如非本人操作，请立即修改密码并联系管理员。',
  }),
  'factor.resetComing': () => ({
    subject: '两步验证方式将被移除',
    text: '管理员将在 24 小时后移除您账号的全部两步验证方式。如非您的要求，请立即在账号页撤回，或使用两步验证登录。',
  }),
  'factor.recovered': () => ({
    subject: '恢复码已使用',
    text: '有人使用恢复码登录了您的账号。如非本人操作，请立即修改密码并联系管理员。',
  }),
  'data.ready': () => ({
    subject: '个人数据导出完成',
    text: '您申请导出的数据已可下载，请在 24 小时内登录控制台下载。如非本人操作，请立即修改密码并联系管理员。',
  }),
  'admin.appointed': () => ({
    subject: '您已被设为平台管理员',
    text: '您的账号已被设为平台管理员，可以管理全部组织、账号和设备。如有疑问，请联系其他管理员。',
  }),
  'admin.dismissed': () => ({
    subject: '您不再是平台管理员',
    text: '您的账号不再是平台管理员。如有疑问，请联系其他管理员。',
  }),
  'phone.changed': () => ({
    subject: '手机号已更换',
    text: '您的账号手机号已更换，原手机号不能再用于登录。如非本人操作，请立即联系管理员。',
  }),
  'email.changed': () => ({
    subject: '邮箱已更换',
    text: '您的账号邮箱已更换，原邮箱不再接收该账号的通知。如非本人操作，请立即联系管理员。',
  }),
  'tenant.confirmed': ({ tenant }) => ({
    subject: '组织认证已通过',
    text: `您申请的组织${quoted(tenant)}已通过认证，请登录控制台查看。`,
  }),
  'tenant.rejected': ({ tenant }) => ({
    subject: '组织认证被驳回',
    text: `您申请的组织${quoted(tenant)}未通过认证，请登录控制台查看原因，修改后可再次提交。`,
  }),
  'tenant.ownership': ({ tenant }) => ({
    subject: '组织所有者已变更',
    text: `您所在组织${quoted(tenant)}的所有者已变更，请登录控制台查看。如非本人操作，请立即联系管理员。`,
  }),
}

const en: { [Name in TemplateName]: Write<Name> } = {
  code: ({ code, purpose }) => ({
    subject: `Verification code ${code}`,
    text: `Your verification code is ${code}, to ${purposes['en-US'][purpose]}. It is valid for ${minutes} minutes. Don't share this code. If you didn't request it, ignore this message.`,
  }),
  'password.changed': () => ({
    subject: 'Password changed',
    text: "Your password was changed. If this wasn't you, reset it immediately and contact your administrator.",
  }),
  'password.reset': () => ({
    subject: 'Password reset',
    text: "Your password was reset with a verification code and all your devices were signed out. If this wasn't you, reset it immediately and contact your administrator.",
  }),
  'password.resetByAdmin': () => ({
    subject: 'Password reset by an administrator',
    text: 'An administrator reset your password and signed out all your devices. Ask them for the new password. You must change it when you sign in.',
  }),
  'account.disabled': () => ({
    subject: 'Account disabled',
    text: "An administrator disabled your account and signed out all your devices. If you didn't expect this, contact your administrator.",
  }),
  'account.closing': () => ({
    subject: 'Your account is being closed',
    text: `Your account will be deleted in ${limits.closing} days. Sign in before then to cancel. If you didn't request this, sign in immediately and change your password.`,
  }),
  'account.closed': () => ({
    subject: 'Account closed by an administrator',
    text: `An administrator closed your account and signed out all your devices. The account will be deleted in ${limits.closing} days. If you didn't expect this, contact your administrator.`,
  }),
  'account.takenBack': () => ({
    subject: 'Account closure canceled',
    text: "The closure of your account was canceled. If this wasn't you, change your password immediately and contact your administrator.",
  }),
  'factor.added': () => ({
    subject: 'Second factor added',
    text: "A second factor was added to your account. If this wasn't you, change your password, remove the second factor and contact your administrator immediately.",
  }),
  'factor.removed': () => ({
    subject: 'Second factor removed',
    text: "A second factor was removed from your account. If this wasn't you, change your password immediately and contact your administrator.",
  }),
  'identity.linked': () => ({
    subject: 'Sign-in method linked',
    text: "A sign-in method was linked to your account. If this wasn't you, unlink it, change your password and contact your administrator immediately.",
  }),
  'identity.unlinked': () => ({
    subject: 'Sign-in method unlinked',
    text: "A sign-in method was unlinked from your account. If this wasn't you, change your password immediately and contact your administrator.",
  }),
  'factor.resetComing': () => ({
    subject: 'Your second factors will be removed',
    text: "Administrators will remove all your second factors in 24 hours. If you didn't request this, withdraw the request on your account page or sign in with a second factor.",
  }),
  'factor.recovered': () => ({
    subject: 'Recovery code used',
    text: "Someone signed in to your account with a recovery code. If this wasn't you, change your password immediately and contact your administrator.",
  }),
  'data.ready': () => ({
    subject: 'Your data is ready to download',
    text: "Your data export is ready. Sign in to the console and download it within 24 hours. If this wasn't you, change your password immediately and contact your administrator.",
  }),
  'admin.appointed': () => ({
    subject: 'You are now a platform administrator',
    text: "Your account is now a platform administrator and can manage all organizations, accounts and devices. If you didn't expect this, contact another administrator.",
  }),
  'admin.dismissed': () => ({
    subject: 'You are no longer a platform administrator',
    text: "Your account is no longer a platform administrator. If you didn't expect this, contact another administrator.",
  }),
  'phone.changed': () => ({
    subject: 'Phone number changed',
    text: "The phone number of your account was changed. You can no longer sign in with this number. If this wasn't you, contact your administrator immediately.",
  }),
  'email.changed': () => ({
    subject: 'Email address changed',
    text: "The email address of your account was changed. This address no longer receives its notifications. If this wasn't you, contact your administrator immediately.",
  }),
  'tenant.confirmed': ({ tenant }) => ({
    subject: 'Organization certified',
    text: `Your organization ${quoted(tenant)} has been certified. Sign in to the console for details.`,
  }),
  'tenant.rejected': ({ tenant }) => ({
    subject: 'Organization request rejected',
    text: `Your organization ${quoted(tenant)} was not certified. Sign in to the console to see the reason, correct the request and submit it again.`,
  }),
  'tenant.ownership': ({ tenant }) => ({
    subject: 'Organization owner changed',
    text: `The organization ${quoted(tenant)} has a new owner. Sign in to the console for details. If this wasn't you, contact your administrator immediately.`,
  }),
}

export const templateNames = Object.keys(zh) as TemplateName[]

/**
 * Returns the text of a message. It starts with the product name in brackets, as Chinese carriers require for
 * SMS: 【Reeve】.
 */
export function write<Name extends TemplateName>(
  template: Name,
  params: TemplateParams[Name],
  locale: Locale,
  product = 'Reeve',
): Words {
  const { subject, text } = (locale === 'zh-CN' ? zh : en)[template](params)
  return locale === 'zh-CN'
    ? { subject: `【${product}】${subject}`, text: `【${product}】${text}` }
    : { subject: `[${product}] ${subject}`, text: `[${product}] ${text}` }
}
