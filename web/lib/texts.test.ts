import { beforeEach, expect, test } from 'vitest'
import { installStorage } from './testing.ts'
import { addWords, currentLocale, setLocale, startTexts, texts, translator } from './texts.ts'

beforeEach(installStorage)

const loader = async (locale: string, part: string) => ({ [part]: { hello: `${part} ${locale}` } })

test('Chinese is spoken unless English was chosen; an unknown choice is none', async () => {
  await startTexts(loader)
  expect(currentLocale()).toBe('zh-CN')
  localStorage.setItem('arco-locale', 'fr-FR')
  await startTexts(loader)
  expect(currentLocale()).toBe('zh-CN')
  localStorage.setItem('arco-locale', 'en-US')
  await startTexts(loader)
  expect(currentLocale()).toBe('en-US')
})

test('a change is remembered, and reaches every part that is loaded', async () => {
  await startTexts(loader)
  await addWords('console')
  await setLocale('en-US')
  const of = texts as (area: string) => (key: string) => string
  expect([of('entry')('hello'), of('console')('hello')]).toEqual(['entry en-US', 'console en-US'])
  expect(localStorage.getItem('arco-locale')).toBe('en-US')
})

test('a language that cannot be fetched changes nothing', async () => {
  await startTexts(async (locale, part) => {
    if (locale === 'en-US') throw new Error('offline')
    return loader(locale, part)
  })
  await expect(setLocale('en-US')).rejects.toThrow('offline')
  expect(currentLocale()).toBe('zh-CN')
  expect(localStorage.getItem('arco-locale')).toBeNull()
})

test('parameters are filled in, and one is told from many', () => {
  const t = translator(
    { left: { one: '{count} try left', other: '{count} tries left' }, to: 'to {a} and {a}' },
    'en-US',
  )
  expect(t('left', { count: 1 })).toBe('1 try left')
  expect(t('left', { count: 0 })).toBe('0 tries left')
  expect(t('to', { a: '$&' })).toBe('to $& and $&')
})
