import { newId } from '../../core/id.ts'
import { newPhone } from '../app.ts'
import { newName } from '../organizations.ts'

/**
 * Values that the requests use. All values are ids, except `name` (the name of the organization) and `code`
 * (the code of an invitation).
 */
type NamedIds = Record<
  | 'tenant'
  | 'name'
  | 'pending'
  | 'rejected'
  | 'paper'
  | 'device'
  | 'joinCode'
  | 'code'
  | 'message'
  | 'factor'
  | 'who'
  | 'webhook'
  | 'manager'
  | 'outsider'
  | 'application'
  | 'program'
  | 'secret'
  | 'rotated'
  | 'service'
  | 'key'
  | 'rotatedService'
  | 'session'
  | 'view'
  | 'source'
  | 'identity',
  string
>

const onMember = ({ tenant, who }: NamedIds, more = '') =>
  `(tenantId: "${tenant}", operatorId: "${who}"${more}) { id }`
const onChosen = ({ tenant, who }: Pick<NamedIds, 'tenant' | 'who'>, more = '') =>
  `(tenantId: "${tenant}", operatorIds: ["${who}"]${more}) { result }`
const contact = '{ name: "李明", mobilePhone: "13800138000" }'
const phone = () => `"${newPhone()}"`
const password = '"seven quiet rivers"'

/**
 * For each field of the API, the expected result for each of `actors` except the service account, and a
 * function that returns the field's arguments and selection. Callers always receive 401 if they have no valid
 * token, the token of an application or a disabled account.
 */
export const cells: Record<string, [expected: string, call: (scene: NamedIds) => string]> = {
  auth: ['++++++', () => '{ id }'],
  checkTenant: ['++++++', () => '(name: "free")'],
  device: ['00++++', ({ device }) => `(id: "${device}") { id }`],
  getApplication: ['00000+', ({ program }) => `(id: "${program}") { id }`],
  getApplicationUsage: ['00000+', ({ program: id }) => `(id: "${id}", instants: []) { errors { kind } }`],
  getArea: ['++++++', () => '(id: "330106") { id }'],
  getChecklist: ['FFF++F', ({ tenant }) => `(tenantId: "${tenant}") { putAway }`],
  getDeviceSpread: ['FFFFF+', () => '{ areas { areaId } }'],
  getDeviceFigures: ['FF++++', ({ tenant }) => `(tenantId: "${tenant}") { devices }`],
  getOperator: ['00000+', ({ who }) => `(id: "${who}") { id }`],
  getSmsFigures: ['FFFFF+', () => '(instants: []) { providers { name } }'],
  getTenant: ['00++++', ({ tenant }) => `(id: "${tenant}") { id }`],
  getTenantApplication: ['00000+', ({ application }) => `(id: "${application}") { id }`],
  getReviewTime: ['000000', () => ''],
  getTenantByCode: ['++++++', ({ code }) => `(id: "${code}") { id }`],
  getWebhook: ['NNF++N', ({ webhook }) => `(id: "${webhook}") { id }`],
  getWebhookDelivery: ['NNF00N', ({ webhook }) => `(webhookId: "${webhook}", id: "1") { id }`],
  listApplicationUse: ['FFFFF+', ({ program: id }) => `(ids: ["${id}"], instants: []) { id }`],
  listAuthCode: ['++++++', () => '{ code }'],
  listServiceAccount: ['FFF+++', ({ tenant }) => `(tenantId: "${tenant}") { id }`],
  listSavedView: ['++++++', () => '(list: OWN_DEVICES) { id }'],
  listSigningKey: ['FFFFF+', () => '{ id status }'],
  listTenantJoinCode: ['FFF+++', ({ tenant }) => `(tenantId: "${tenant}") { id }`],
  listWebhook: ['FFF++F', ({ tenant }) => `(tenantId: "${tenant}") { id }`],
  listTopArea: ['++++++', () => '{ id }'],
  queryApplication: ['FFFFF+', () => '{ count }'],
  queryAuditEvent: ['FFF+++', ({ tenant }) => `(tenantId: "${tenant}") { count }`],
  queryDevice: ['FF++++', ({ tenant }) => `(tenantId: "${tenant}") { count }`],
  queryDeviceConnection: ['NN++++', ({ device }) => `(deviceId: "${device}") { count }`],
  queryDeviceRefusal: ['NN++++', ({ device }) => `(deviceId: "${device}") { count }`],
  queryDeviceSample: ['NN++++', ({ device }) => `(deviceId: "${device}") { dateTime }`],
  queryDeviceOnline: [
    'FF++++',
    ({ tenant }) => `(tenantId: "${tenant}", instants: ["2026-11-20T08:00:00.000Z"]) { __typename }`,
  ],
  queryEvent: ['FFF++F', ({ tenant }) => `(tenantId: "${tenant}") { next }`],
  queryIdentitySource: ['FFFFF+', () => '{ id }'],
  queryMessage: ['++++++', () => '{ count }'],
  queryOperator: ['FFF+++', ({ tenant }) => `(tenantIdSet: ["${tenant}"]) { count }`],
  querySms: ['FFFFF+', () => '{ count }'],
  queryPlatformHistory: ['FFFFF+', () => '{ dateTime }'],
  queryTenant: ['FFFFF+', () => '{ count }'],
  queryTenantApplication: ['FFFFF+', () => '{ count }'],
  queryWebhookDelivery: ['NNF++N', ({ webhook }) => `(webhookId: "${webhook}") { next }`],
  searchArea: ['++++++', () => '(q: "杭州") { id }'],
  acceptFactorByTenant: ['NNFFFF', ({ tenant: id }) => `(id: "${id}") { id }`],
  addChosenManagers: ['NNFF++', (on) => onChosen(on)],
  addOperatorRoles: ['NNF+++', (on) => onMember(on, ', roles: [VIEWER]')],
  addTenantManager: ['NNFF++', (on) => onMember(on)],
  addTenantManagers: [
    'NNFF++',
    ({ tenant, who }) => `(tenantId: "${tenant}", operatorIds: ["${who}"]) { id }`,
  ],
  addTenantOperator: [
    'NNF+++',
    ({ tenant, outsider }) => `(tenantId: "${tenant}", operatorId: "${outsider}") { id }`,
  ],
  agreeToTerms: ['CCCCCC', () => '(version: "none") { id }'],
  bindEmail: ['BBBBBB', () => '(email: "a@example.com", emailCode: "000000") { id }'],
  bindMobilePhone: ['BBBBBB', () => `(mobilePhone: ${phone()}, mobilePhoneCode: "000000") { id }`],
  changePassword: ['++++++', () => `(password: "${newId()}")`],
  changeTenantOwner: ['NNFF++', (on) => onMember(on)],
  closeAccount: ['BBBBBB', () => '(mobilePhoneCode: "000000")'],
  closeOperator: ['FFFFF+', ({ who }) => `(operatorId: "${who}")`],
  confirmPasskey: ['CCCCCC', () => '(setUp: "none", response: "{}", name: "x") { recoveryCodes }'],
  confirmTotp: ['CCCCCC', () => '(setUp: "none", code: "000000", name: "x") { recoveryCodes }'],
  confirmTenant: ['NNNNF+', ({ pending }) => `(id: "${pending}") { id }`],
  createApplication: ['FFFFF+', () => `(kind: DEVICE, name: "${newName()}") { secret }`],
  createDeviceCredential: ['NNFFF+', ({ device }) => `(id: "${device}") { username }`],
  createDeviceCredentials: ['FFFFF+', ({ device }) => `(ids: ["${device}"]) { username }`],
  createIdentitySource: [
    'FFFFF+',
    () => '(kind: FEISHU, name: "飞书", clientId: "cli", clientSecret: "hidden") { id }',
  ],
  createOperator: ['FFFFF+', () => `(mobilePhone: ${phone()}, nickName: "新", password: ${password}) { id }`],
  createPasskey: ['CCCCCC', () => '{ setUp }'],
  createPasskeyChallenge: ['CCCCCC', () => '{ options }'],
  createRecoveryCodes: ['CC+CCC', () => '{ codes }'],
  createSavedView: ['++++++', () => '(list: DEVICES, name: "在线", search: { connect: "ONLINE" }) { id }'],
  createServiceAccount: [
    'NNF+++',
    ({ tenant }) => `(tenantId: "${tenant}", name: "${newName()}", authCodes: ["data_view"]) { secret }`,
  ],
  createTenant: [
    'FFFFF+',
    ({ who }) =>
      `(name: "${newName()}", areaIds: ["330106"], contact: ${contact}, ownerId: "${who}", uploadAudit: true, internal: false) { id }`,
  ],
  createTenantJoinCode: ['NNF+++', ({ tenant }) => `(tenantId: "${tenant}", expireAtByMinute: 5) { id }`],
  createTenantOperator: [
    'FFFFF+',
    ({ tenant }) =>
      `(tenantId: "${tenant}", mobilePhone: ${phone()}, nickName: "新", password: ${password}) { id }`,
  ],
  createTotp: ['======', () => '{ secret }'],
  createWebhook: [
    'FFF++F',
    ({ tenant }) => `(tenantId: "${tenant}", url: "https://127.0.0.1/", events: ["device.moved"]) { secret }`,
  ],
  deleteApplication: ['FFFFF+', ({ program }) => `(id: "${program}")`],
  deleteDevice: ['NNFFF+', ({ device }) => `(id: "${device}")`],
  deleteDeviceCredential: ['NNFFF+', ({ device }) => `(id: "${device}")`],
  deleteFactor: ['NN+NNN', ({ factor }) => `(id: "${factor}")`],
  deleteServiceAccount: ['NNF+++', ({ service }) => `(id: "${service}")`],
  deleteIdentitySource: ['FFFFF+', ({ source }) => `(id: "${source}")`],
  deleteSavedView: ['NNF++N', ({ view }) => `(id: "${view}")`],
  deleteTenant: ['NNNN++', ({ pending }) => `(id: "${pending}")`],
  deleteTenantJoinCode: ['NNF+++', ({ joinCode }) => `(id: "${joinCode}")`],
  deleteWebhook: ['NNF++F', ({ webhook }) => `(id: "${webhook}")`],
  extendTenants: [
    'FFFFF+',
    ({ tenant }) => `(ids: ["${tenant}"], expireAt: "2036-01-31T00:00:00.000Z") { result }`,
  ],
  invalidOperator: ['FFFFF+', ({ who }) => `(id: "${who}") { id }`],
  invalidOperators: ['FFFFF+', ({ who }) => `(ids: ["${who}"]) { result }`],
  joinTenantByCode: ['++===+', ({ code }) => `(code: "${code}") { id }`],
  leaveTenant: ['NN++CF', ({ tenant }) => `(tenantId: "${tenant}")`],
  linkIdentity: ['++++++', ({ source }) => `(sourceId: "${source}") { url }`],
  prepareTenant: ['++++C+', () => `(name: "${newName()}", areaIds: ["330106"], contact: ${contact}) { id }`],
  putChecklistAway: ['NNF++F', ({ tenant }) => `(tenantId: "${tenant}", away: true)`],
  rePrepareTenant: ['NNNN++', ({ rejected }) => `(id: "${rejected}") { id }`],
  reauthenticate: ['BBBBBB', () => '(mobilePhoneCode: "000000")'],
  readMessage: ['NN+NNN', ({ message }) => `(ids: ["${message}"])`],
  refreshToken: ['------', () => '{ access_token }'],
  rejectTenant: ['NNNNF+', ({ pending }) => `(id: "${pending}", reject: "不清楚") { id }`],
  removeChosenManagers: ['NNFF++', ({ tenant, manager }) => onChosen({ tenant, who: manager })],
  removeChosenOperators: ['NNF+++', (on) => onChosen(on)],
  removeOperatorRoles: ['NNF===', (on) => onMember(on, ', roles: [VIEWER]')],
  removeTenantManager: [
    'NNFF++',
    ({ tenant, manager }) => `(tenantId: "${tenant}", operatorId: "${manager}") { id }`,
  ],
  removeTenantManagers: [
    'NNFF++',
    ({ tenant, manager }) => `(tenantId: "${tenant}", operatorIds: ["${manager}"]) { id }`,
  ],
  removeTenantOperator: ['NNF+++', (on) => onMember(on)],
  removeTenantOperators: [
    'NNF+++',
    ({ tenant, who }) => `(tenantId: "${tenant}", operatorIds: ["${who}"]) { id }`,
  ],
  renewDevices: [
    'FFFFF+',
    ({ device }) => `(ids: ["${device}"], expiredDate: "2036-01-31T00:00:00.000Z") { result }`,
  ],
  askFactorReset: ['FFFFFC', ({ who }) => `(operatorId: "${who}")`],
  confirmFactorReset: ['FFFFFC', ({ who }) => `(operatorId: "${who}")`],
  withdrawFactorReset: ['FFCFFC', ({ who }) => `(operatorId: "${who}")`],
  requireFactorByTenant: ['NNFFCF', ({ tenant: id }) => `(id: "${id}", required: true) { id }`],
  resetPasswordByAdmin: ['FFFFF+', ({ who }) => `(operatorId: "${who}", password: ${password})`],
  resendWebhookDelivery: ['NNFNNF', ({ webhook }) => `(webhookId: "${webhook}", id: "1") { id }`],
  restoreTenantOperators: [
    'NNF+++',
    ({ tenant, outsider }) =>
      `(tenantId: "${tenant}", members: [{ operatorId: "${outsider}", roles: [VIEWER], authCodes: [] }]) { id }`,
  ],
  revokeApplicationSecret: [
    'FFFFF+',
    ({ program, secret }) => `(id: "${program}", secretId: "${secret}") { id }`,
  ],
  revokeOperatorSessions: ['FFFFF+', ({ who }) => `(operatorId: "${who}")`],
  revokeServiceAccountSecret: [
    'NNF+++',
    ({ service, key }) => `(id: "${service}", secretId: "${key}") { id }`,
  ],
  revokeSession: ['NN+NNN', ({ session }) => `(id: "${session}")`],
  rotateApplicationSecret: ['FFFFF+', ({ rotated }) => `(id: "${rotated}") { secret }`],
  rotateServiceAccountSecret: ['NNF+++', ({ rotatedService }) => `(id: "${rotatedService}") { secret }`],
  rotateSigningKey: ['FFFFF=', () => '(leaked: false) { id }'],
  rotateWebhookSecret: ['NNF++F', ({ webhook }) => `(id: "${webhook}") { secret }`],
  saveAuthCodeByOperator: [
    'FFFFF+',
    ({ who }) => `(operatorId: "${who}", codes: ["organization_list"]) { id }`,
  ],
  saveAuthCodeByTenant: ['NNF+++', (on) => onMember(on, ', codes: ["data_view"]')],
  updateDeviceConfig: [
    'NNFFF+',
    ({ device }) => `(id: "${device}", config: { a: 1 }, formerConfig: {}) { id }`,
  ],
  saveChosenPermissions: ['NNF+++', (on) => onChosen(on, ', addRoles: [VIEWER]')],
  saveDeviceByPalgo: ['FFFFF+', ({ device }) => `(id: "${device}", name: "新") { id }`],
  saveDisplayNameByTenant: ['NN++++', (on) => onMember(on, `, displayName: "${newName()}"`)],
  saveTenantPermissions: [
    'NNF+++',
    ({ tenant, who }) =>
      `(tenantId: "${tenant}", changes: [{ operatorId: "${who}", addRoles: [VIEWER] }]) { id }`,
  ],
  sendEmailCode: ['======', () => `(email: "${newId()}@example.com") { expiresIn }`],
  requestDataExport: ['++++++', () => '(format: JSON) { status }'],
  shareSavedView: ['NNF++N', ({ view }) => `(id: "${view}") { id }`],
  setAdmin: ['FFFFF+', ({ who }) => `(admin: true, operatorId: "${who}") { id }`],
  testWebhook: ['NNF==F', ({ webhook }) => `(id: "${webhook}")`],
  updateApplication: ['FFFFF+', ({ program }) => `(id: "${program}", name: "新") { id }`],
  updateDeviceByStatus: ['NNFFF+', ({ device }) => `(id: "${device}", status: SUSPENDED) { id }`],
  updateDevicesByStatus: ['FFFFF+', ({ device }) => `(ids: ["${device}"], status: SUSPENDED) { result }`],
  updateFactor: ['NN+NNN', ({ factor }) => `(id: "${factor}", name: "新") { id }`],
  updateOperator: ['FFFFF+', ({ who }) => `(id: "${who}", nickName: "新") { id }`],
  updateProfile: ['++++++', () => `(nickName: "${newId().slice(-8)}") { id }`],
  updateSavedView: ['NNF++N', ({ view }) => `(id: "${view}", name: "离线") { id }`],
  updateServiceAccount: ['NNF+++', ({ service }) => `(id: "${service}", name: "新") { id }`],
  updateTenant: [
    'NNF+++',
    ({ tenant, name }) =>
      `(id: "${tenant}", name: "${name}", areaIds: ["330106"], contact: ${contact}, uploadAudit: false) { id }`,
  ],
  updateTenantPapers: ['NNNN+F', ({ pending, paper }) => `(id: "${pending}", paperIds: ["${paper}"]) { id }`],
  updateWebhook: ['NNF++F', ({ webhook }) => `(id: "${webhook}", events: ["device.status"]) { id }`],
  sortIdentitySources: ['FFFFF+', ({ source }) => `(ids: ["${source}"]) { id }`],
  testIdentitySource: [
    'FFFFF=',
    () => '(kind: OIDC, clientId: "a", clientSecret: "b", issuer: "http://127.0.0.1:1") { status }',
  ],
  unlinkIdentity: ['NN+NN+', ({ identity }) => `(id: "${identity}")`],
  updateIdentitySource: ['FFFFF+', ({ source }) => `(id: "${source}", name: "新名") { id }`],
  validOperator: ['FFFFF=', ({ who }) => `(id: "${who}") { id }`],
  validOperators: ['FFFFF=', ({ who }) => `(ids: ["${who}"]) { result }`],
  withdrawConsent: ['NN+NNN', ({ program }) => `(applicationId: "${program}")`],
}
