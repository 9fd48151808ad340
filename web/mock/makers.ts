import { required } from '../../contract/required.ts'
import { ago, ahead, areaName, companyName, deviceName, personName } from './data.ts'

export interface Source {
  [field: string]: unknown
}

/**
 * Returns the sample values for the `index`-th object of a type, but only for fields that pages show. The
 * values of all other fields are derived from the schema.
 */
type Maker = (index: number) => Source

const roles = ['VIEWER', 'OPERATOR', 'DEVELOPER', 'MANAGER']
const nobody = { makeManager: false, makeOwner: false, remove: false, unmakeManager: false }

const codes = [
  ['organization_list', '组织管理', '查看和管理全部组织'],
  ['certification_audit', '认证审核', '审核组织的认证申请'],
  ['account_management', '账号管理', '管理账号和设备'],
  ['data_view', '查看数据', '查看组织的数据'],
  ['data_upload', '上传数据', '向组织上传数据'],
  ['data_download', '下载数据', '下载组织的数据'],
  ['data_label', '标注数据', '为数据添加和修改标注'],
  ['data_audit', '审核数据', '审核成员上传的数据'],
  ['data_delete', '删除数据', '删除组织的数据'],
].map(([code, label, description], index) => ({
  '#': index,
  code,
  label,
  description,
  scope: index < 3 ? 'PLATFORM' : 'TENANT',
}))

export const authCodes = (scope: unknown) => codes.filter((each) => !scope || each.scope === scope)

const programs = ['数据门户', '泊位看板', '报表中心', '巡检助手', '运维终端']

const sources = [
  ['qichen', '启辰港口企业微信', 'WECOM'],
  ['yunlan', '云澜智造钉钉', 'DINGTALK'],
  ['sso', '集团统一认证', 'OIDC'],
] as const

/**
 * Returns the status of a sample device. The first two devices are expired. The others cycle through all
 * other statuses.
 */
const deviceStatus = (index: number) =>
  index < 2 ? 'EXPIRED' : ['ACTIVE', 'ACTIVE', 'PRODUCED', 'SUSPENDED', 'RETIRED'][index % 5]

const isOnline = (index: number) => deviceStatus(index) === 'ACTIVE' && index % 3 !== 0

/** Returns a connection that lasted most of a day. The newest connection is still open. */
const connection: Maker = (index) => ({
  connectDateTime: ago(index + 0.8),
  disconnectDateTime: index === 0 ? null : ago(index + 0.1),
  ip: `203.0.113.${index + 1}`,
  address: `${areaName(index)}浦东新区`,
})

const paper: Maker = (index) => ({
  id: `paper-${index}`,
  name: ['营业执照.png', '法定代表人授权书.pdf'][index],
  type: ['image/png', 'application/pdf'][index],
  bytes: 240_000 + index * 40_000,
  thumbnail: index ? null : drawnPaper,
})

/** A thumbnail of a business license, as an SVG data: URL. */
export const drawnPaper = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 226"><rect width="320" height="226" fill="#f4ead2"/><path d="M14 14h292v198H14z" fill="none" stroke="#b98a3c" stroke-width="3"/><path d="M100 48h120M48 92h190M48 116h150M48 140h210M48 164h120" stroke="#8b6a35" stroke-width="8"/><circle cx="248" cy="168" r="26" fill="none" stroke="#c33" stroke-width="5"/></svg>',
)}`

const application: Maker = (index) => ({
  paperCount: 2,
  papers: [0, 1].map((each) => ({ '#': each, ...paper(each) })),
  id: `application-${index}`,
  name: companyName(index + 2),
  number: 1 + (index % 2),
  status: 'PREPARE',
  submitDateTime: ago(index / 2 + 0.2),
  address: `张江路 ${index + 1} 号`,
  reference: index % 2 ? null : '与平台签订的合作协议 2026-014',
  contact: { name: personName(index), mobilePhone: '+8613800138000', email: null },
  areas: [required(makers.Area, 'Area')(index)],
  applicant: { '#': index, ...required(makers.Operator, 'Operator')(index) },
  tenant: { '#': index, ...required(makers.Tenant, 'Tenant')(index + 2), status: 'PREPARE' },
})

export const makers: Record<string, Maker> = {
  Operator: (index) => ({
    id: `account-${index}`,
    name: personName(index),
    member: () => ({ '#': index, ...required(makers.TenantInfo, 'TenantInfo')(index) }),
  }),
  /** The first member owns the organization, and the next two are managers. */
  TenantInfo: (index) => ({
    displayName: null,
    owner: index === 0,
    manager: index === 1 || index === 2,
    roles: index < 3 ? roles : roles.slice(0, index % 4),
    authCodes: index < 3 ? authCodes('TENANT').map(({ code }) => code) : ['data_view'].slice(0, index % 3),
    ...(index === 0 && { viewerCan: { ...nobody, rename: true, setPermissions: false } }),
  }),
  TenantCan: () => ({ acceptFactor: false }),
  Tenant: (index) => ({
    id: `tenant-${index}`,
    name: companyName(index),
    status: index < 2 ? 'FINISH' : ['PREPARE', 'REJECT', 'EXPIRED'][index % 3],
    expireAt: ahead(20 + index * 40),
    personal: false,
    address: `张江路 ${index + 1} 号`,
    areas: [required(makers.Area, 'Area')(index)],
    contact: { name: personName(index), mobilePhone: '+8613800138000', email: 'contact@example.com' },
    owner: { '#': index, ...required(makers.Operator, 'Operator')(index) },
    reject: index % 3 === 1 ? '联系电话无法接通，请核对后重新提交' : null,
    statistics: { operatorCount: 23, managerCount: 2, deviceCount: 23, onlineDeviceCount: 9 },
  }),
  TenantJoinCode: (index) => ({ code: `K7QM············`, expireAt: ahead(index + 1), usedCount: index * 2 }),
  Device: (index) => ({
    id: `EG26${String(index).padStart(6, '0')}`,
    name: deviceName(index),
    status: deviceStatus(index),
    expiredDate: ahead(index * 17 - 20),
    validDays: Math.max(0, index * 17 - 20),
    tenant: index % 5 === 4 ? null : { '#': index % 2, ...required(makers.Tenant, 'Tenant')(index % 2) },
    contactName: personName(index),
    contactMobilePhone: '+8613800138000',
    specification: 'EG-2600',
    produceDate: ago(200 + index),
    versionMap: { firmware: `4.${index % 9}.2`, vision: '2.5.0' },
    infoMap: { cpu: 'ARM Cortex-A72', memory: '4 GB' },
    config: { interval: 30, upload: { enabled: true, channels: ['video', 'vibration'] } },
    viewerCan: { manage: true, statuses: ['SUSPENDED', 'RETIRED'] },
    offlineReason: deviceStatus(index) === 'PRODUCED' ? 'NEVER_CONNECTED' : isOnline(index) ? null : 'LOST',
    ...(deviceStatus(index) !== 'PRODUCED' && {
      lastSeenDateTime: isOnline(index) ? ago(0) : ago(index + 0.1),
      currentConnect: {
        ...connection(isOnline(index) ? 0 : index),
        status: isOnline(index) ? 'ONLINE' : 'OFFLINE',
      },
      lastConnect: { ...connection(index + 1), status: 'OFFLINE' },
    }),
  }),
  DeviceConnection: connection,
  Area: (index) => ({ id: `${(index + 1) * 110_000}`, name: areaName(index), children: [] }),
  Profile: (index) => ({
    username: `user${index}`,
    mobilePhone: `+86138000${String(10_000 + index)}`,
    emailVerified: false,
    enabled: index % 7 !== 6,
    passwordChangeRequired: false,
    sessions: [0, 1].map((each) => ({ '#': each, ...required(makers.Session, 'Session')(each) })),
  }),
  Consent: (index) => ({
    applicationId: `application-${index}`,
    name: programs[index % programs.length],
    icon: null,
    scopes: ['profile', 'organization', 'offline_access'].slice(0, index + 2),
    createDateTime: ago(index * 9 + 2),
  }),
  Application: (index) => ({
    id: `application-${index}`,
    name: programs[index % programs.length],
    icon: null,
    policyUri: index % 2 ? 'https://portal.example.com/privacy' : null,
    tosUri: null,
    firstParty: index % 3 === 0,
    enabled: index % 7 !== 6,
    redirectUris: ['https://portal.example.com/callback'],
    scopes: ['openid', 'profile', 'organization'],
    authCodes: index % 3 === 2 ? [] : ['data_view'],
    roles: index % 2 ? ['VIEWER'] : [],
    secrets: ['Q7xA', 'm2Zk'].slice(0, 1 + (index % 2)).map((hint, place) => ({
      ...{ id: `secret-${hint}`, hint, createDateTime: ago(30 * place) },
      lastUseDateTime: place ? ago(0) : null,
      endDateTime: place ? ago(-1) : null,
    })),
  }),
  IdentitySource: (index) => {
    const [key, name, kind] = required(sources[index % sources.length], 'item of sources')
    return {
      ...{ id: `source-${index}`, key, name, kind, icon: null, enabled: index !== 2, issuer: null },
      redirectUri: `https://id.example.com/realms/reeve/broker/${key}/endpoint`,
      loginUrl: `https://id.example.com/login/${key}`,
      settings: {
        ...{ scopes: [], firstSignIn: ['PHONE', 'CREATE', 'SIGN_IN'][index % 3], signIns: 412 - index * 126 },
        tenants: index ? [] : [{ id: 'tenant-0', name: companyName(0) }],
      },
    }
  },
  Session: (index) => ({
    bound: index === 0,
    current: index === 0,
    ip: `203.0.113.${index + 1}`,
    userAgent: navigator.userAgent,
    lastAccessDateTime: ago(index),
    startDateTime: ago(index + 3),
  }),
  AuditEvent: (index) => ({
    action: ['ConfirmTenant', 'PrepareTenant', 'SignIn', 'UpdateProfile'][index % 4],
    success: index % 5 !== 4,
    actor: { '#': index, ...required(makers.Operator, 'Operator')(index) },
    actorHidden: false,
    application: null,
    applicationId: null,
    changes: index % 4 === 3 ? { name: [personName(index + 1), personName(index)] } : {},
    ip: `203.0.113.${index + 1}`,
  }),
  TenantApplication: (index) => ({ ...application(index), history: [] }),
  AuthInfo: () => ({ authCodes: [], tenantInfos: [] }),
}
