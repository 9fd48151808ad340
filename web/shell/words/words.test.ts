import { expect, test } from 'vitest'
import { words as consoleEn } from './console.en-US.ts'
import { words as consoleZh } from './console.zh-CN.ts'
import { words as entryEn } from './en-US.ts'
import { words as entryZh } from './zh-CN.ts'

test('both languages ask for the same parameters', () => {
  const names = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort()
  const zh: Record<string, Record<string, unknown>> = { ...entryZh, ...consoleZh }
  const en: Record<string, Record<string, unknown>> = { ...entryEn, ...consoleEn }
  for (const [area, words] of Object.entries(zh)) {
    for (const [key, text] of Object.entries(words)) {
      expect([area, key, names(en[area]?.[key])]).toEqual([area, key, names(text)])
    }
  }
})
