import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import { unbroken } from './unbroken.tsx'

const unbrokenParts = (text: string) =>
  [unbroken(text)]
    .flat()
    .flatMap((part) => (isValidElement<{ children: string }>(part) ? part.props.children : []))

test('unbroken prevents line breaks in dates, but not in other text', () => {
  expect(unbrokenParts('最早的是 泵房 1，2026-11-25 到期')).toEqual(['2026-11-25'])
  expect(unbrokenParts('提交于 11-13 05:06，有效期至 2026-12-25 21:19')).toEqual([
    '11-13 05:06',
    '2026-12-25 21:19',
  ])
  expect(unbrokenParts('以下文件的 2099-12 版')).toEqual(['2099-12'])
  expect(unbrokenParts('01a212dc-11-25 HT-2025-0123 138-1234-5678 在 2026')).toEqual([])
})
