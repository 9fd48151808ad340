import { expect, test } from 'vitest'
import type { WordsPart } from '../../lib/texts.ts'
import { loadWords } from './load.ts'

test.each<WordsPart>([
  'entry',
  'signIn',
  'opened',
  'console',
  'extras',
  'list',
  'members',
  'pick',
  'record',
  'certification',
  'devices',
  'allTenants',
  'accounts',
  'import',
  'workplace',
])('both languages of %s ask for the same parameters', async (part) => {
  const names = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort()
  const [zh, en] = await Promise.all([loadWords('zh-CN', part), loadWords('en-US', part)])
  for (const [area, words] of Object.entries(zh)) {
    for (const [key, text] of Object.entries(words)) {
      expect([area, key, names(en[area]?.[key])]).toEqual([area, key, names(text)])
    }
  }
})
