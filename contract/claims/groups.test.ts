import { expect, test } from 'vitest'
import { groupLimits, groupsOf, isGroupsTemplate } from './groups.ts'

const values = {
  organization: ['港航'],
  organization_id: ['7'],
  role: ['OWNER', 'VIEWER'],
  code: ['data_view'],
}

test('creates one group for each combination of the values in a template line', () => {
  expect(groupsOf('{organization}:{role}\n\n /{organization_id}/{code} \nstaff', values)).toEqual([
    ...['港航:OWNER', '港航:VIEWER', '/7/data_view', 'staff'],
  ])
})

test('creates no group for a template line if a placeholder has no value, and creates each group only once', () => {
  expect(groupsOf('{code}\n{role}\nOWNER', { ...values, code: [] })).toEqual(['OWNER', 'VIEWER'])
})

test('does not expand placeholders that a value contains', () => {
  expect(groupsOf('{organization}', { ...values, organization: ['{code} $&'] })).toEqual(['{code} $&'])
})

test('limits the number of groups that a template creates', () => {
  const many = Array.from({ length: 300 }, (_, index) => `code_${index}`)
  expect(groupsOf('{code}', { ...values, code: many })).toHaveLength(groupLimits.groups)
})

test.each(['{unknown}', '{}', 'x'.repeat(501), 'a\n'.repeat(11)])(
  'rejects the group template %j',
  (template) => {
    expect(isGroupsTemplate(template)).toBe(false)
  },
)
