import { limits } from '../limits.ts'
import { ofOrganizations } from './organizations.ts'
import type { PersonalData } from './personal-data.ts'
import { protect, provePast, serve, signInToApplications } from './purposes.ts'

const day = 86_400

/**
 * All columns that contain personal data. docs/privacy.md is generated from this register, and
 * checks/privacy.test.ts compares it with the database tables.
 */
export const register: readonly PersonalData[] = [
  {
    ...{
      table: 'account',
      columns: 'name pinyin username first_name last_name email email_verified',
      of: 'id',
    },
    what: ['昵称及其拼音、用户名、姓名、邮箱', 'nickname and its pinyin, username, name, email address'],
    why: [
      '让他人认出您、以用户名登录、接收邮件',
      'to identify the person to others, to sign in with the username, to receive email',
    ],
    ...{ ground: 'consent', ends: ['withdrawn', 'account'] },
  },
  {
    ...{ table: 'account', columns: 'mobile_phone', of: 'id' },
    what: ['手机号', 'mobile phone number'],
    why: ['注册、登录、接收验证码和通知', 'to sign up, to sign in, to receive codes and notifications'],
    ...{ ground: 'contract', ends: ['account'] },
  },
  {
    table: 'account',
    columns: 'password_hash password_changed_at password_change_required',
    of: 'id',
    what: ['密码的摘要及修改时间', 'hash of the password and the time of its last change'],
    ...{ why: serve, ground: 'contract', ends: ['account'] },
  },
  {
    ...{ table: 'account', columns: 'admin auth_codes last_tenant_id checklist_put_away', of: 'id' },
    what: [
      '平台权限、上次选择的组织、是否隐藏快速开始',
      'platform permissions, last organization, dismissed checklist',
    ],
    ...{ why: serve, ground: 'contract', ends: ['account'] },
  },
  {
    ...{ table: 'account_claim', columns: 'kind value', of: 'account_id' },
    what: ['手机号、用户名、邮箱（保证唯一）', 'phone number, username, email address (to keep them unique)'],
    ...{ why: serve, ground: 'contract', ends: ['withdrawn', 'account'] },
  },
  {
    table: 'session',
    columns:
      'ip network user_agent created_at last_access_at authenticated_at ended_at rotated_at generation refresh_secret amr authorizations jkt unproven_at end_reason identity_id identity_source_id',
    of: 'account_id',
    what: [
      '登录会话：IP 地址、浏览器、登录方式和时间、登录过的应用、令牌的密钥、浏览器公钥的摘要',
      'sessions: IP address, browser, method and time of sign-in, applications, hash of the token secret, thumbprint of the browser’s public key',
    ],
    ...{ why: protect, ground: 'contract', ends: ['account'] },
    period: { seconds: limits.session.absolute + day, from: 'created_at', task: 'session' },
  },
  {
    ...{ table: 'known_device', columns: 'token_hash seen_at', of: 'account_id' },
    what: ['登录过的浏览器（Cookie 的摘要）', 'browsers that were used to sign in (hash of a cookie)'],
    ...{ why: protect, ground: 'contract', ends: ['account'] },
    period: { seconds: 365 * day, from: 'seen_at', task: 'session' },
  },
  {
    ...{ table: 'verification_code', columns: 'target purpose code_hash tries created_at' },
    what: [
      '接收验证码的手机号或邮箱、验证码的摘要',
      'phone number or email address that received the code, hash of the code',
    ],
    ...{ why: protect, ground: 'contract', ends: ['used'] },
    period: { seconds: 0, from: 'expires_at', task: 'verification_code' },
  },
  {
    table: 'factor',
    columns: 'name kind secret last_step credential_id public_key counter transports created_at last_used_at',
    of: 'account_id',
    what: [
      '两步验证：名称、加密的密钥、通行密钥的公钥、上次使用时间',
      'second factors: name, encrypted secret, public key of a passkey, last use',
    ],
    ...{ why: protect, ground: 'consent', ends: ['withdrawn', 'account'] },
  },
  {
    ...{ table: 'recovery_code', columns: 'code_hash', of: 'account_id' },
    what: ['恢复码的摘要', 'hashes of recovery codes'],
    ...{ why: protect, ground: 'consent', ends: ['used', 'account'] },
  },
  {
    ...{
      table: 'factor_challenge',
      columns: 'id purpose method credentials_of secret tries jkt identity_id',
      of: 'account_id',
    },
    what: ['进行中的两步验证', 'two-step verification in progress'],
    ...{ why: protect, ground: 'contract', ends: ['used', 'account'] },
    period: { seconds: 0, from: 'expires_at', task: 'factor_challenge' },
  },
  {
    table: 'linked_identity',
    columns: 'subject name fingerprint refresh_token created_at last_used_at checked_at',
    of: 'account_id',
    what: [
      '关联的登录方式：提供商的用户 ID 和姓名、手机号的摘要、加密的令牌、使用时间',
      'linked sign-in methods: user ID and name at the provider, hash of the phone number, encrypted token, times of use',
    ],
    why: ['以提供商处的身份登录', 'to sign in with the identity of a provider'],
    ...{ ground: 'consent', ends: ['withdrawn', 'account'] },
  },
  {
    ...{
      table: 'broker_sign_in',
      columns: 'cookie_hash ticket_hash secrets session_id redirect tries',
      of: 'account_id',
    },
    what: [
      '进行中的第三方登录：提供商返回的姓名、手机号、邮箱（加密）',
      'sign-ins at a provider in progress: name, phone number and email address from the provider (encrypted)',
    ],
    ...{ why: protect, ground: 'contract', ends: ['used', 'account'] },
    period: { seconds: 0, from: 'expires_at', task: 'broker_sign_in' },
  },
  {
    ...{ table: 'factor_reset', columns: 'asked_at confirmed_at', of: 'account_id' },
    what: ['管理员移除两步验证的申请', 'requests of administrators to remove second factors'],
    ...{ why: protect, ground: 'contract', ends: ['used', 'account'] },
    period: { seconds: 8 * day, from: 'asked_at', task: 'factor_reset' },
  },
  {
    ...{ table: 'rate_limit', columns: 'key count reset_at locks' },
    what: [
      '手机号、账号、IP 地址的摘要及次数',
      'hashes of phone numbers, accounts and IP addresses, with the number of attempts',
    ],
    ...{ why: protect, ground: 'contract', ends: [] },
    period: { seconds: day, from: 'reset_at', task: 'limit' },
  },
  {
    ...{ table: 'failed_sign_in', columns: 'network hour count' },
    what: ['登录失败的来源网络及次数', 'networks of failed sign-ins, with their number'],
    ...{ why: protect, ground: 'law', ends: [] },
    period: { seconds: 3_600 + 300, from: 'hour', task: 'failed_sign_in' },
  },
  {
    table: 'member',
    columns:
      'display_name pinyin manager roles auth_codes joined_at join_code_id factor_accepted checklist_put_away',
    of: 'account_id',
    what: [
      '在组织内的名称、身份、权限、是否隐藏快速开始',
      'name, role, permissions and dismissed checklist in an organization',
    ],
    why: ['在组织内工作', 'to work in the organization'],
    ...{ ground: 'contract', ends: ['membership', 'organization', 'account'] },
  },
  {
    table: 'message',
    columns: 'type template params subject_id person_id link created_at read_at',
    of: 'account_id',
    what: [
      '控制台中的消息，其中可能有他人的名字',
      'messages in the console, which can contain names of others',
    ],
    why: ['告知与账号和组织有关的事', 'to notify people about their account and organizations'],
    ...{ ground: 'contract', ends: ['account'] },
    period: { seconds: limits.messageDays * day, from: 'created_at', task: 'message' },
  },
  {
    ...{ table: 'sms', columns: 'phone template ended_at' },
    what: ['已发送短信的手机号、类型和时间', 'phone number, type and time of sent SMS'],
    why: ['查明短信是否送达，防止滥用', 'to check the delivery of SMS and to prevent abuse'],
    ...{ ground: 'contract', ends: ['account'] },
    period: { seconds: limits.smsDays * day, from: 'ended_at', task: 'sms' },
  },
  {
    ...{ table: 'pgboss.job', columns: 'data' },
    what: [
      '等待发送的短信和邮件：手机号或邮箱、内容',
      'queued SMS and emails: phone number or email address, content',
    ],
    why: ['发送验证码和通知（最多重试一天）', 'to send codes and notifications (retried for at most a day)'],
    ...{ ground: 'contract', ends: ['used', 'account'] },
  },
  {
    ...{
      table: 'import_upload',
      columns: 'list input content wrong result created_at applied_at',
      of: 'account_id',
    },
    what: [
      '上传的导入文件，其中可能有他人的手机号',
      'files uploaded for an import, which can contain phone numbers of others',
    ],
    why: ['检查并导入', 'to check and import the file'],
    ...{ ground: 'contract', ends: ['account'] },
    period: { seconds: limits.import.hours * 3_600, from: 'created_at', task: 'import_upload' },
  },
  {
    table: 'data_export',
    columns: 'id status format locale time_zone bytes tries lease_id lease_until created_at expires_at',
    of: 'account_id',
    what: ['导出个人数据的申请', 'requests for a data export'],
    why: ['提供一天内可下载一次的文件', 'to provide the file for one download within a day'],
    ...{ ground: 'law', ends: ['account'] },
    period: { seconds: limits.dataExport.retentionDays * day, from: 'created_at', task: 'data_export' },
  },
  {
    ...{ table: 'data_export_part', columns: 'number content', of: 'account_id' },
    what: ['个人数据的导出文件，加密保存', 'the file of a data export, encrypted'],
    why: ['提供一天内可下载一次的文件', 'to provide the file for one download within a day'],
    ...{ ground: 'law', ends: ['used', 'account'] },
    period: { seconds: 0, from: 'expires_at', task: 'data_export' },
  },
  {
    ...{ table: 'saved_view', columns: 'list name search display', of: 'account_id' },
    what: ['保存的视图：名称、筛选条件、显示方式', 'saved views: name, filters, display settings'],
    why: ['快速打开同样的列表', 'to open the same list again'],
    ...{ ground: 'consent', ends: ['withdrawn', 'organization', 'account'] },
  },
  {
    ...{ table: 'agreement', columns: 'document version given_at', of: 'account_id' },
    what: [
      '同意过的用户协议和隐私政策的版本及时间',
      'accepted versions of the terms and the privacy policy, and the time of acceptance',
    ],
    why: ['证明已征得同意', 'to show that consent was given'],
    ...{ ground: 'law', ends: ['account'] },
  },
  {
    ...{ table: 'kept_answer', columns: 'result answer standing tenant_ids created_at' },
    what: [
      '带有 Idempotency-Key 的请求的结果（以该键和令牌加密），以及当时的身份和权限',
      'responses to requests with an Idempotency-Key (encrypted with the key and the token), and the role and permissions of the caller',
    ],
    why: [
      '响应丢失后重复请求只生效一次',
      'to execute a request only once if it is repeated after a lost response',
    ],
    ...{ ground: 'contract', ends: [] },
    period: { seconds: day, from: 'created_at', task: 'kept_answer' },
  },
  {
    ...{
      table: 'consent',
      columns: 'application_id scopes tenant_id created_at allowed_at',
      of: 'account_id',
    },
    what: ['允许应用访问的内容', 'data that an application can access'],
    ...{ why: signInToApplications, ground: 'consent', ends: ['withdrawn', 'account'] },
  },
  {
    table: 'sign_in_grant',
    columns: 'application_id session_id tenant_id scopes resources created_at',
    of: 'account_id',
    what: ['登录过的应用', 'sign-ins to applications'],
    ...{ why: signInToApplications, ground: 'consent', ends: ['withdrawn', 'account'] },
    period: { seconds: 0, from: 'expires_at', task: 'sign_in_grant' },
  },
  {
    ...{ table: 'issued', columns: 'kind hash grant_id payload consumed_at polled_at user_code' },
    what: ['发给应用的授权码和令牌的摘要', 'hashes of codes and tokens issued to applications'],
    ...{ why: signInToApplications, ground: 'consent', ends: ['withdrawn', 'account'] },
    period: { seconds: 0, from: 'expires_at', task: 'issued' },
  },
  {
    ...{ table: 'sign_out_notice', columns: 'application_id session_id tries due_at' },
    what: ['待通知应用的退出登录', 'sign-outs that applications have not been notified of yet'],
    ...{ why: signInToApplications, ground: 'consent', ends: ['used'] },
  },
  {
    ...{ table: 'audit_personal', columns: 'date_time event_id ip changes salt', of: 'account_id' },
    what: [
      '操作日志中的个人信息：IP 地址、名字，部分隐藏的手机号和邮箱',
      'personal data in the audit log: IP address, names, masked phone numbers and email addresses',
    ],
    ...{ why: provePast, ground: 'law', ends: ['audit', 'account'] },
  },
  {
    ...{ table: 'audit_event', columns: 'ip changes' },
    what: [
      '不属于任何账号的操作：来源 IP 地址，组织部分隐藏的联系方式',
      'events without an account: IP address, masked contacts of organizations',
    ],
    ...{ why: provePast, ground: 'law', ends: ['audit'] },
  },
  ...ofOrganizations,
]
