import { expect, test } from 'vitest'
import { required } from '../../../contract/required.ts'
import type { SubmittedVersion } from './certifications.ts'
import { particulars } from './compare.ts'

const certification: SubmittedVersion = {
  id: '2',
  number: 2,
  status: 'PREPARE',
  name: '智澜（杭州）传感技术有限公司',
  address: null,
  reference: 'HT-1',
  reject: null,
  submitDateTime: '2026-11-19T08:08:00.000Z',
  decideDateTime: null,
  decider: null,
  papers: [],
  contact: { name: '刘若溪', mobilePhone: '+8613800138000', email: null },
  areas: [
    {
      id: '330000',
      name: '浙江省',
      children: [
        {
          id: '330100',
          name: '杭州市',
          children: [
            { id: '330106', name: '西湖区' },
            { id: '330108', name: '滨江区' },
          ],
        },
      ],
    },
  ],
}

test('does not mark fields as changed in the first version of an organization request', () => {
  const all = particulars(certification, undefined)
  expect(all.map(({ field }) => field)).toEqual([
    'name',
    'areas',
    'address',
    'contactName',
    'contactPhone',
    'contactEmail',
    'reference',
  ])
  expect(all.every(({ before }) => before === null)).toBe(true)
  expect(required(all[1], 'item of all').now).toEqual([
    '浙江省 / 杭州市 / 西湖区',
    '浙江省 / 杭州市 / 滨江区',
  ])
  expect(required(all[2], 'item of all').now).toEqual([])
  expect(required(all[4], 'item of all').now).toEqual(['138 0013 8000'])
})

test('lists the changed, added and removed fields of an organization request first, with their previous values', () => {
  const last: SubmittedVersion = {
    ...certification,
    contact: { name: '刘若溪', mobilePhone: '+8613900139000', email: 'liu@example.com' },
    reference: null,
  }
  expect(particulars(certification, last).slice(0, 4)).toEqual([
    { field: 'contactPhone', now: ['138 0013 8000'], before: ['139 0013 9000'] },
    { field: 'contactEmail', now: [], before: ['liu@example.com'] },
    { field: 'reference', now: ['HT-1'], before: [] },
    { field: 'name', now: [certification.name], before: null },
  ])
})
