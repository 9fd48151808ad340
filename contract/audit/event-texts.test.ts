import { expect, test } from 'vitest'
import { actionKeyOf, actorOf, targetOf } from './event-texts.ts'
import { zh } from './words.ts'

const say = (key: keyof typeof zh) => zh[key]
const event = (action: string, targetType: string, rest = {}) => ({
  action,
  targetType,
  actor: null,
  actorHidden: false,
  application: null,
  applicationId: null,
  tenantId: null,
  targetId: 'x',
  changes: {},
  names: {},
  ...rest,
})
const by = (...of: Parameters<typeof event>) => actorOf(say, event(...of))

test('shows who caused an audit event: a user, a service account, a person not signed in, or the system', () => {
  expect(by('SetAdmin', 'account', { actor: { id: 'a', name: '王志远' } })).toBe('王志远')
  expect(by('SetAdmin', 'account', { actorHidden: true })).toBe('其他管理人员')
  const program = { applicationId: '01890a5d-ac96' }
  expect(by('DeleteDevice', 'application', { ...program, application: { name: '数据同步' } })).toBe(
    '数据同步',
  )
  expect(by('DeleteDevice', 'application', program)).toBe('已删除的服务账号 01890a5d')
  for (const action of ['SignIn', 'FailedSignIns', 'RefreshTokenReused', 'RefreshTokenUnproven'])
    expect(by(action, 'account')).toBe('未登录')
  // If these actions have no actor, the clean-up task or `reeve admin` ran them.
  for (const action of ['EraseAccount', 'SetAdmin', 'ResetPasswordByAdmin', 'CreateOperator'])
    expect(by(action, 'account')).toBe('系统')
  expect(by('ExpireTenant', 'tenant')).toBe('系统')
  expect(by('ActivateDevice', 'device')).toBe('系统')
})

test('shows the registration of a device and a change of a device as different actions', () => {
  const saved = (changes: unknown) => actionKeyOf({ action: 'SaveDeviceByPalgo', changes })
  expect(saved({ name: [null, '一号泵'], tenantId: [null, 't'] })).toBe('RegisterDevice')
  expect(saved({ name: ['一号泵', '二号泵'] })).toBe('ChangeDevice')
  // Moving a device to another organization is a change, not a registration. In the organization that the
  // device leaves, the event contains only the move.
  expect(saved({ tenantId: ['t', 'u'] })).toBe('ChangeDevice')
  expect(actionKeyOf({ action: 'DeleteDevice', changes: {} })).toBe('DeleteDevice')
})

test('shows the target of an audit event by current name, by the name in the event, or by type and id', () => {
  const targetId = '01a212dc-1234'
  const target = (action: string, targetType: string, rest = {}) =>
    targetOf(say, event(action, targetType, { targetId, ...rest }))
  const renamed = { changes: { name: ['旧名', '新名'] } }
  expect(target('UpdateTenant', 'tenant', { ...renamed, names: { [targetId]: '现名' } })).toBe('现名')
  expect(target('UpdateTenant', 'tenant', renamed)).toBe('新名')
  expect(target('DeleteTenant', 'tenant', { changes: { name: ['长沙衡科', null] } })).toBe('长沙衡科')
  expect(target('ConfirmTenant', 'tenant')).toBe('已删除的组织 01a212dc')
  // The name was erased together with the account, so the id is shown instead.
  expect(target('UpdateOperator', 'account', { changes: { name: [null, null] } })).toBe('账号 01a212dc')
  expect(target('DeleteTenantJoinCode', 'joinCode')).toBe('邀请码 01a212dc')
  expect(target('SignIn', 'account', { targetId: null })).toBeNull()
})
