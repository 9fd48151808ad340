import { expect, test } from 'vitest'
import { permits } from './permission.ts'

const holder = { admin: false, authCodes: ['organization_list', 'organizationAdmin'] }

test('a holder of one of the codes is permitted, an administrator always', () => {
  expect(permits(holder, ['certification_audit', 'organization_list'])).toBe(true)
  expect(permits(holder, ['certification_audit'])).toBe(false)
  expect(permits({ admin: true, authCodes: [] }, ['certification_audit'])).toBe(true)
})

test('a list without codes, and nobody signed in, permit nothing', () => {
  expect(permits({ admin: true, authCodes: [] }, [])).toBe(false)
  expect(permits(holder, [])).toBe(false)
  expect(permits(null, ['organization_list'])).toBe(false)
})
