import { expect, test } from 'vitest'
import { groupLimits, groupsOf, isGroupsTemplate } from './groups.ts'

const values = {
  organization: ['港航'],
  organization_id: ['7'],
  role: ['OWNER', 'VIEWER'],
  code: ['data_view'],
}

test('creates one group for every combination of the values in a line', () => {
  expect(groupsOf('{organization}:{role}\n\n /{organization_id}/{code} \nstaff', values)).toEqual([
    ...['港航:OWNER', '港航:VIEWER', '/7/data_view', 'staff'],
  ])
})

test('creates no group for a line with an empty placeholder, and no duplicates', () => {
  expect(groupsOf('{code}\n{role}\nOWNER', { ...values, code: [] })).toEqual(['OWNER', 'VIEWER'])
})

test('does not expand placeholders in a value', () => {
  expect(groupsOf('{organization}', { ...values, organization: ['{code} $&'] })).toEqual(['{code} $&'])
})

test('limits the number of groups', () => {
  const many = Array.from({ length: 300 }, (_, index) => `code_${index}`)
  expect(groupsOf('{code}', { ...values, code: many })).toHaveLength(groupLimits.groups)
})

test.each(['{unknown}', '{}', 'x'.repeat(501), 'a\n'.repeat(11)])('rejects the template %j', (template) => {
  expect(isGroupsTemplate(template)).toBe(false)
})
