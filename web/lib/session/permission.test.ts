import { expect, test } from 'vitest'
import { permits } from './permission.ts'

const holder = { admin: false, authCodes: ['organization_list', 'organizationAdmin'] }

test('permits administrators, and accounts with at least one of the required codes', () => {
  expect(permits(holder, ['certification_audit', 'organization_list'])).toBe(true)
  expect(permits(holder, ['certification_audit'])).toBe(false)
  expect(permits({ admin: true, authCodes: [] }, ['certification_audit'])).toBe(true)
})

test('denies everyone if the list of required codes is empty, and denies a visitor without a session', () => {
  expect(permits({ admin: true, authCodes: [] }, [])).toBe(false)
  expect(permits(holder, [])).toBe(false)
  expect(permits(null, ['organization_list'])).toBe(false)
})
