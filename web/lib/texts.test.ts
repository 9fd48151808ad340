import { beforeEach, expect, test } from 'vitest'
import { installStorage } from '../testing/server.ts'
import { addWords, currentLocale, setLocale, startTexts, texts, translator } from './texts.ts'

beforeEach(installStorage)

const of = texts as (area: string) => (key: string) => string
const translatorOf = texts as (area: string) => (key: string, params: object) => string
const loader = async (locale: string, part: string) => ({ [part]: { hello: `${part} ${locale}` } })

test('a new visitor is spoken to in Chinese; whoever chose a language that there is not, in English', async () => {
  await startTexts(loader)
  expect(currentLocale()).toBe('zh-CN')
  for (const [chosen, spoken] of [
    ['fr-FR', 'en-US'],
    ['zh-CN', 'zh-CN'],
    ['en-US', 'en-US'],
  ]) {
    localStorage.setItem('arco-locale', chosen!)
    await startTexts(loader)
    expect(currentLocale()).toBe(spoken)
  }
})

test('a word that the language lacks is shown in English, one that both lack as its key', async () => {
  const words: Record<string, Record<string, string>> = {
    'zh-CN': { hello: '你好' },
    'en-US': { hello: 'hello', left: '{count} left' },
  }
  const asked: string[] = []
  await startTexts(async (locale, part) => {
    asked.push(`${locale} ${part}`)
    return { [part]: words[locale]! }
  })
  expect(of('entry')('hello')).toBe('你好')
  expect(asked).toEqual(['zh-CN entry'])
  of('entry')('left')
  await expect.poll(() => translatorOf('entry')('left', { count: 2 })).toBe('2 left')
  expect([of('entry')('hello'), of('entry')('neither')]).toEqual(['你好', 'neither'])
  expect(asked).toEqual(['zh-CN entry', 'en-US entry'])
})

test('a change is remembered, and reaches every part that is loaded', async () => {
  await startTexts(loader)
  await addWords('console')
  await setLocale('en-US')
  expect([of('entry')('hello'), of('console')('hello')]).toEqual(['entry en-US', 'console en-US'])
  expect(localStorage.getItem('arco-locale')).toBe('en-US')
})

test('whoever asks for a part waits for it, though another asked first', async () => {
  const arrive: (() => void)[] = []
  await startTexts(async (locale, part) => {
    if (part === 'console') await new Promise<void>((resolve) => arrive.push(resolve))
    return loader(locale, part)
  })
  const seen: string[] = []
  const asking = [1, 2].map(() => addWords('console').then(() => seen.push(of('console')('hello'))))
  await Promise.resolve()
  expect(seen).toEqual([])
  expect(arrive).toHaveLength(1)
  arrive[0]?.()
  await Promise.all(asking)
  expect(seen).toEqual(['console zh-CN', 'console zh-CN'])
})

test('parts that come at once all stay, and in the language chosen meanwhile', async () => {
  let slow: (() => void) | undefined
  await startTexts(async (locale, part) => {
    if (part === 'members' && locale === 'zh-CN') {
      await new Promise<void>((resolve) => {
        slow = resolve
      })
    }
    return loader(locale, part)
  })
  const both = Promise.all([addWords('members'), addWords('console')])
  await setLocale('en-US')
  slow?.()
  await both
  expect(['entry', 'console', 'members'].map((area) => of(area)('hello'))).toEqual([
    'entry en-US',
    'console en-US',
    'members en-US',
  ])
})

test('a part that could not be fetched is asked for again', async () => {
  let reachable = false
  await startTexts(async (locale, part) => {
    if (part === 'console' && !reachable) throw new Error('offline')
    return loader(locale, part)
  })
  await expect(addWords('console')).rejects.toThrow('offline')
  reachable = true
  await addWords('console')
  expect(of('console')('hello')).toBe('console zh-CN')
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
  const t = translator({
    left: { one: '{count} try left', other: '{count} tries left' },
    to: 'to {a} and {a}',
  })
  expect(t('left', { count: 1 })).toBe('1 try left')
  expect(t('left', { count: 0 })).toBe('0 tries left')
  expect(t('to', { a: '$&' })).toBe('to $& and $&')
})
