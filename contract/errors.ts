import { applicationMessages } from './applications.ts'
import { callMessages } from './calls.ts'
import { checkMessages, type Locale, type MessageParams, wordsOf } from './checks.ts'
import { documentMessages } from './documents.ts'
import { identityMessages } from './identity-sources.ts'
import { fileMessages } from './import-messages.ts'

export type { Locale, MessageParams } from './checks.ts'

type Entry = readonly [zh: string, en: string, httpStatus: number]

/**
 * Every error code with its default message in Chinese and English, and the HTTP status that it has outside
 * GraphQL.
 */
export const errors = {
  UNAUTHENTICATED: ['请先登录', 'Please sign in', 401],
  FORBIDDEN: ['您没有权限执行此操作', "You don't have permission to do this", 403],
  NOT_FOUND: ['内容不存在或您无权查看', 'Not found', 404],
  BAD_INPUT: ['请检查填写的内容', 'Please check what you entered', 400],
  CONFLICT: ['当前状态不允许此操作', "This can't be done in the current state", 409],
  PASSWORD_CHANGE_REQUIRED: ['请先修改密码', 'Change your password first', 403],
  FACTOR_REQUIRED: ['请先开启两步验证', 'Set up two-step verification first', 403],
  REAUTHENTICATE: ['请先验证身份', "Confirm it's you", 403],
  PROOF_REQUIRED: ['操作频繁，正在进行安全验证', "Too many requests. Checking that you're not a bot…", 403],
  TOO_LARGE: ['请求内容过大', 'The request is too large', 413],
  RATE_LIMITED: ['操作过于频繁，请稍后再试', 'Too many attempts. Try again later.', 429],
  UNAVAILABLE: ['服务暂时不可用，请稍后再试', 'The service is unavailable. Try again later.', 503],
  INTERNAL: ['服务器出错，请稍后再试', 'Something went wrong on the server. Try again.', 500],
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof errors

/**
 * Messages for invalid fields and refused operations. Placeholders such as `{min}` are replaced by the values
 * in `params`.
 */
export const messages = {
  ...checkMessages,
  ...callMessages,
  ...fileMessages,
  ...documentMessages,
  ...applicationMessages,
  ...identityMessages,
  'field.required': ['不能为空', 'Required'],
  'field.tooSmall': ['不能小于 {min}', 'Must be at least {min}'],
  'field.tooLarge': ['不能大于 {max}', 'Must be {max} or less'],
  'field.tooMany': ['最多 {max} 项', 'At most {max} items'],
  'input.unreadable': ['提交内容格式有误，请检查后重试', 'A value has the wrong format. Check your input.'],
  'json.tooLarge': ['内容过大，最多 {max} KB', 'Too large. The limit is {max} KB.'],
  'field.characters': ['含有不允许的字符', 'Contains invalid characters'],
  'field.invisible': ['至少需要一个可见字符', 'Must contain at least one visible character'],
  'field.invalid': ['格式不正确', 'Invalid value'],
  'register.closed': [
    '未开放自助注册，请联系管理员开通账号',
    'Sign-up is closed. Ask an administrator for an account.',
  ],
  'phone.unknown': ['该手机号没有可用的账号', 'No account with this phone number'],
  'phone.taken': ['手机号已被其他账号使用', 'This phone number belongs to another account'],
  'phone.notOwn': ['请使用本账号的手机号', 'Use the phone number of your own account'],
  'email.taken': ['邮箱已被其他账号使用', 'This email address belongs to another account'],
  'username.taken': ['用户名已被使用', 'This username is taken'],
  'password.common': ['密码过于常见，请换一个', 'This password is too common. Choose another one.'],
  'password.repeated': ['密码不能由同一字符组成', "Can't be a single repeated character"],
  'password.weak': [
    '密码强度不足，请使用更长或更复杂的密码',
    'This password is too easy to guess. Choose a longer or more complex one.',
  ],
  'password.personal': [
    '密码不能由姓名、用户名、手机号、组织名称或平台名称组成',
    "Can't contain your name, phone number or organization",
  ],
  'password.wrong': ['密码不正确', 'Wrong password'],
  'password.needed': ['请输入当前密码', 'Enter your current password'],
  'password.same': ['新密码不能与当前密码相同', 'The new password must be different from the current one'],
  'account.self': ['不能停用自己的账号', "You can't disable your own account"],
  'dataExport.waiting': ['上一次申请的数据正在准备，请稍候', 'Your previous request is still being prepared'],
  'dataExport.taken': ['文件正在下载', 'The file is already being downloaded'],
  'terms.changed': ['协议刚刚更新，请重新阅读', 'The terms have just changed. Read them again.'],
  'admin.last': ['请先设置另一位平台管理员', 'Appoint another administrator first'],
  'account.closed': ['已注销账号', 'Closed account'],
  'account.closing': ['该账号正在注销', 'This account is being closed'],
  'account.closingByOwner': [
    '账号由用户本人申请注销，用户登录即可撤销',
    'The user requested the closure and can cancel it by signing in',
  ],
  'account.closeSelf': ['请在账号信息页注销自己的账号', 'Close your own account on your account page'],
  'account.owns': [
    '请先移交、删除或撤回以下组织：{names}',
    'Transfer, delete or withdraw these organizations first: {names}',
  ],
  'account.lastAdmin': [
    '这是最后一位可用的平台管理员，请先设置另一位',
    'This is the last platform administrator. Appoint another administrator first.',
  ],
  'account.defaultName': ['用户{digits}', 'User {digits}'],
  'username.needed': ['没有绑定手机号时必须保留用户名', 'Required while the account has no phone number'],
  'code.wrong': ['验证码错误或已失效', 'This code is incorrect or has expired'],
  'factor.needed': ['请使用两步验证方式确认', 'Confirm with your second factor'],
  'factor.wrong': ['验证码错误或已使用', 'This code is incorrect or has already been used'],
  'recovery.wrong': ['恢复码错误或已使用', 'This recovery code is incorrect or has already been used'],
  'factor.required': ['请完成两步验证', 'Confirm with a second factor'],
  'factor.signInOver': ['验证已超时，请重新登录', 'The verification timed out. Sign in again.'],
  'factor.setUpOver': ['设置已超时，请重新开始', 'The setup timed out. Start again.'],
  'factor.tooMany': ['最多 {max} 个', 'The limit of {max} second factors has been reached'],
  'passkey.wrong': ['通行密钥验证失败，请重试', "The passkey wasn't accepted. Try again."],
  'passkey.taken': [
    '该通行密钥已注册，请在设备上删除后重新创建',
    'This passkey is already registered. Delete it on your device and create a new one.',
  ],
  'passkey.notHere': [
    '当前地址不支持通行密钥：需要以域名（或 localhost）和 HTTPS 访问',
    "Passkeys don't work at this address. They need a domain (or localhost) and HTTPS.",
  ],
  'factor.last': ['您的账号必须保留一种两步验证方式', 'Your account must keep a second factor'],
  'factorReset.self': [
    '自己的两步验证方式请在账号页移除',
    'Remove your own second factors on your account page',
  ],
  'factorReset.none': ['该账号没有两步验证方式', 'The account has no second factor'],
  'factorReset.open': ['已有移除申请，请等待处理', 'A removal request for this account is already pending'],
  'factorReset.gone': ['申请已不存在，请刷新', 'The request no longer exists. Refresh the page.'],
  'factorReset.another': ['须由另一位管理员确认', 'Another administrator must confirm this request'],
  'factorReset.alone': [
    '没有其他独立的管理员可以确认，请在服务器上运行 reeve admin remove-factors',
    'There is no independent administrator to confirm this request. Run reeve admin remove-factors on the server.',
  ],
  'factorReset.dependent': [
    '您的账号、密码或权限晚于该申请，或在 30 天内由他人设置，须由另一位管理员处理',
    'Your account, password or permission is newer than the request, or someone else set it in the last 30 days. Another administrator must do this.',
  ],
  'factor.none': ['请先添加一种两步验证方式', 'Add a second factor first'],
  'page.offset': [
    '最多查看前 {max} 条，请使用下一页继续',
    'Only the first {max} rows can be opened by page number. Use Next to continue.',
  ],
  'page.cursor': ['翻页位置无效，请重新查询', 'Invalid page position. Search again.'],
  'area.needed': ['请至少选择一个地区', 'Choose at least one area'],
  'area.unknown': ['地区不存在', 'Area not found'],
  'application.nameTaken': ['已有同名的应用', 'An application with this name already exists'],
  'service.nameTaken': ['该组织已有同名的服务账号', 'A service account with this name already exists'],
  'member.nameTaken': ['该组织已有成员使用此名称', 'Another member already has this display name'],
  'tenant.nameTaken': ['该组织名称已被使用', 'This organization name is taken'],
  'tenant.personal': ['个人空间不支持此操作', "This isn't available in a personal space"],
  'tenant.tooMany': ['最多同时有 {max} 个未完成的申请', 'There are already {max} pending requests'],
  'tenant.hasDevices': [
    '组织下仍有设备，不能删除',
    "The organization still has devices and can't be deleted",
  ],
  'tenant.status': ['组织当前状态不允许此操作', "This can't be done in the organization's current state"],
  'tenant.private': [
    '私有部署只有一个组织，不能申请、创建或删除',
    "A private deployment has exactly one organization. Organizations can't be requested, created or deleted.",
  ],
  'tenant.past': ['有效期须晚于现在', 'Must be in the future'],
  'tenant.owner': ['请先移交所有权', 'Transfer ownership first'],
  'tenant.unknownOwner': ['该账号不存在或已停用', 'Account not found or disabled'],
  'member.unknown': ['该账号不是组织成员', 'This account is not a member of the organization'],
  'member.gone': [
    '部分人员已不是组织成员，请核对后再保存',
    'Some of these people are no longer members. Check the list and save again.',
  ],
  'member.back': [
    '部分人员已重新加入组织，未作任何更改',
    'Some of these people are members again. Nothing was changed.',
  ],
  'member.holdsAll': ['所有者与管理员拥有全部权限', 'Owner and managers have every permission'],
  'member.disabled': ['该账号已停用', 'This account is disabled'],
  'member.superior': ['您不能修改此成员', "You can't change this member"],
  'role.unknown': ['算法权限不存在', 'Algorithm permission not found'],
  'authCode.unknown': ['权限代码不存在', 'Permission code not found'],
  'joinCode.wrong': ['邀请码无效或已过期', 'This invite code is incorrect or has expired'],
  'joinCode.tooMany': [
    '有效邀请码已达 {max} 个，请先作废一些',
    'There are already {max} active invite codes. Revoke some first.',
  ],
  'device.id': ['1 至 64 个字符，不含空白和 / + #', 'Must be 1 to 64 characters without spaces, /, + or #'],
  'device.taken': ['该设备编号已被使用', 'Another device has this ID'],
  'device.takenAs': [
    '设备 {id} 已存在，编号仅大小写或全半角不同',
    'Device {id} already exists. The IDs differ only in case or character width.',
  ],
  'device.invisible': [
    '编号含有不可见字符，请删除后重新输入',
    'The ID contains invisible characters. Type it again.',
  ],
  'device.status': ['设备当前状态不允许此操作', "This can't be done in the device's current state"],
  'device.personal': ['设备不能属于个人空间', "A device can't belong to a personal space"],
  'device.config': ['配置已被其他人修改', 'Someone else changed the configuration'],
  'device.unknownTenant': ['组织不存在', 'Organization not found'],
  'webhook.url': [
    '须为 https 地址，不含用户名、密码和 # 之后的部分',
    'Must be an https URL without username, password or fragment (#)',
  ],
  'webhook.address': [
    '该地址属于内部网络，不能推送；如确需使用，请在 REEVE_WEBHOOK_NETWORKS 中列出其网段',
    'This address belongs to a private network. To allow it, add its network to REEVE_WEBHOOK_NETWORKS.',
  ],
  'webhook.unknownHost': ['主机名无法解析', 'Host not found'],
  'webhook.events': ['请从可推送的事件中选择', 'Select from the available events'],
  'webhook.oneOf': ['请指定组织或应用之一', 'Enter an organization or an application, not both'],
  'webhook.neverTold': [
    '该应用不会收到 {types}：设备事件只推送给指定了组织的应用，账号和成员事件只推送给有人登录的应用，服务账号需要“查看数据”权限',
    "The application can't receive {types}. Device events need organizations, account and member events need user sign-ins, and a service account needs data_view.",
  ],
  'webhook.tooMany': ['最多 {max} 个 Webhook', 'The limit of {max} webhooks has been reached'],
  'webhook.off': ['Webhook 已停用，请先启用', 'The webhook is disabled. Enable it first.'],
  'webhook.waits': [
    '同一对象有更早的事件未送达，将按顺序推送',
    'An earlier event about the same object has not been delivered yet',
  ],
  'view.taken': ['已有同名的视图', 'A view with this name already exists'],
  'view.tooMany': ['每个列表最多保存 {max} 个视图', 'This list already has {max} saved views'],
  'service.tooMany': ['每个组织最多 {max} 个服务账号', 'The organization already has {max} service accounts'],
  'login.failed': ['登录出错，请刷新重试', "Couldn't sign you in. Refresh and try again."],
  'database.noWrites': [
    '暂时无法保存更改，已有内容仍可查看；请稍后再试，或联系管理员',
    "Changes can't be saved at the moment. Try again later or contact your administrator.",
  ],
  'metrics.token': [
    '请设置 REEVE_METRICS_TOKEN，并以 Authorization: Bearer 发送',
    'Set REEVE_METRICS_TOKEN and send it as Authorization: Bearer',
  ],
} as const satisfies Record<string, readonly [zh: string, en: string]>

export type MessageKey = keyof typeof messages

/** Returns a message in the given locale. */
export const messageText = (key: MessageKey, locale: Locale, params?: MessageParams): string =>
  wordsOf(messages[key], locale, params)

export function errorText(code: ErrorCode, locale: Locale): string {
  return errors[code][locale === 'zh-CN' ? 0 : 1]
}
