import { expect, test } from 'vitest'
import { actorOf } from './say.ts'
import { zh } from './words.ts'

const by = (action: string, targetType: string, rest = {}) =>
  actorOf((key) => zh[key], {
    ...{
      action,
      targetType,
      actor: null,
      actorHidden: false,
      tenantId: null,
      targetId: 'x',
      changes: {},
      names: {},
    },
    ...rest,
  })

test('who did it: a person, somebody before signing in, or the system', () => {
  expect(by('SetAdmin', 'account', { actor: { id: 'a', name: '王志远' } })).toBe('王志远')
  expect(by('SetAdmin', 'account', { actorHidden: true })).toBe('其他管理人员')
  for (const action of ['SignIn', 'FailedSignIns', 'RefreshTokenReused'])
    expect(by(action, 'account')).toBe('未登录')
  // By a clean-up, and by npm run admin.
  for (const action of ['EraseAccount', 'SetAdmin', 'ResetPasswordByAdmin', 'CreateOperator'])
    expect(by(action, 'account')).toBe('系统')
  expect(by('ExpireTenant', 'tenant')).toBe('系统')
  expect(by('ActivateDevice', 'device')).toBe('系统')
})
