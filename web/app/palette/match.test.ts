import { expect, test } from 'vitest'
import { askPeople, matchName } from './match.ts'

const workplace = 'gong zuo tai'

test.each([
  ['工作台', { rank: 0, from: 0, to: 3 }],
  ['工作', { rank: 1, from: 0, to: 2 }],
  ['作', { rank: 2, from: 1, to: 2 }],
  ['gzt', { rank: 3, from: 0, to: 3 }],
  ['gongzuo', { rank: 3, from: 0, to: 2 }],
  ['GongZ', { rank: 3, from: 0, to: 2 }],
  ['gong zuo', { rank: 3, from: 0, to: 2 }],
  ['gzuot', { rank: 3, from: 0, to: 3 }],
  ['zt', { rank: 4, from: 1, to: 3 }],
  ['zuotai', { rank: 4, from: 1, to: 3 }],
  ['ongzuo', null],
  ['gt', null],
])('matching %s with the name 工作台 and the pinyin of the name returns %j', (text, expected) => {
  expect(matchName('工作台', text, workplace)).toEqual(expected)
})

test.each([
  ['ylz', { rank: 3, from: 0, to: 3 }],
  ['zn', { rank: 4, from: 2, to: 4 }],
  ['lanzhi', { rank: 4, from: 1, to: 3 }],
  ['yunlzhi', { rank: 3, from: 0, to: 3 }],
  ['bj', null],
])('matching %s with the name 云澜智能 and the pinyin from the server returns %j', (text, expected) => {
  expect(matchName('云澜智能', text, 'yunlanzhineng\nylzn')).toEqual(expected)
})

test('ignores letter case and full-width forms when matching names', () => {
  expect(matchName('Ｐｕｍｐ 1', 'pump')).toEqual({ rank: 1, from: 0, to: 4 })
})

test.each([
  ['138 0013 6021', { name: null, loginId: '13800136021' }],
  ['+86 13800136021', { name: null, loginId: '+8613800136021' }],
  ['１３８００１３６０２１', { name: null, loginId: '13800136021' }],
  // An incomplete phone number finds no person.
  ['0013 602', { name: null, loginId: null }],
  ['张伟', { name: '张伟', loginId: null }],
  ['zhangwei', { name: 'zhangwei', loginId: 'zhangwei' }],
  ['zw', { name: 'zw', loginId: null }],
  ['3号', { name: '3号', loginId: null }],
])('if the user enters %s, the search for people uses %j', (text, expected) => {
  expect(askPeople(text, '+86')).toEqual(expected)
})
