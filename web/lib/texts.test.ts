import { afterAll, beforeEach, expect, test } from 'vitest'
import { required } from '../../contract/required.ts'
import { installStorage } from '../testing/server.ts'
import {
  currentLocale,
  defineWords,
  setLocale,
  startTexts,
  subscribeLocale,
  suggestLocale,
  texts,
  translator,
} from './texts.ts'

beforeEach(installStorage)
// Restores the default language for other test files, which run in the same process.
afterAll(() => setLocale('zh-CN'))

const words = defineWords('greetings', { hello: '你好' })
const others = defineWords('others', { bye: '再见' })
const english = { greetings: { hello: 'hello', left: '{count} left' }, others: { bye: 'bye' } }
const offline = () => Promise.reject(new Error('offline'))
const shownTexts = () => [texts(words)('hello'), texts(others)('bye')]
/** Accepts a key that is known only at run time, such as one from a server menu. */
const named = texts as (of: typeof words) => (key: string, params?: object) => string

test('starts in Chinese for a new visitor, and in English if the stored language is not supported', async () => {
  await startTexts(async () => english)
  expect([currentLocale(), ...shownTexts()]).toEqual(['zh-CN', '你好', '再见'])
  for (const [chosen, ...expected] of [
    ['fr-FR', 'en-US', 'hello', 'bye'],
    ['zh-CN', 'zh-CN', '你好', '再见'],
    ['en-US', 'en-US', 'hello', 'bye'],
  ]) {
    localStorage.setItem('arco-locale', required(chosen, 'chosen'))
    await startTexts(async () => english)
    expect([currentLocale(), ...shownTexts()]).toEqual(expected)
  }
})

test('shows the English text if the Chinese text is missing, and the key if both are missing', async () => {
  let asked = 0
  await startTexts(async () => {
    asked += 1
    return english
  })
  expect([texts(words)('hello'), asked]).toEqual(['你好', 0])
  named(words)('left')
  await expect.poll(() => named(words)('left', { count: 2 })).toBe('2 left')
  expect([texts(words)('hello'), named(words)('neither')]).toEqual(['你好', 'neither'])
  expect(asked).toBe(1)
})

test('notifies subscribers of a language change, stores the language, and applies it', async () => {
  await startTexts(async () => english)
  const notified: string[] = []
  const stop = subscribeLocale(() => notified.push(texts(words)('hello')))
  await setLocale('en-US')
  expect(shownTexts()).toEqual(['hello', 'bye'])
  expect(localStorage.getItem('arco-locale')).toBe('en-US')
  await setLocale('zh-CN')
  stop()
  expect(shownTexts()).toEqual(['你好', '再见'])
  expect(localStorage.getItem('arco-locale')).toBe('zh-CN')
  expect(notified).toEqual(['hello', '你好'])
})

test('applies a suggested language if the user has not chosen one, and does not store the suggestion', async () => {
  await startTexts(async () => english)
  localStorage.removeItem('arco-locale')
  await suggestLocale('fr-CA en')
  expect(shownTexts()).toEqual(['hello', 'bye'])
  expect(localStorage.getItem('arco-locale')).toBeNull()
  await suggestLocale('fr')
  expect(shownTexts()).toEqual(['hello', 'bye'])
  await setLocale('zh-CN')
  await suggestLocale('en')
  expect(shownTexts()).toEqual(['你好', '再见'])
})

test('waits for the English texts if another caller has already requested them', async () => {
  const arrive: (() => void)[] = []
  await startTexts(async () => {
    await new Promise<void>((resolve) => arrive.push(resolve))
    return english
  })
  const seen: string[] = []
  const asking = [1, 2].map(() => setLocale('en-US').then(() => seen.push(texts(words)('hello'))))
  await Promise.resolve()
  expect(seen).toEqual([])
  expect(arrive).toHaveLength(1)
  arrive[0]?.()
  await Promise.all(asking)
  expect(seen).toEqual(['hello', 'hello'])
})

test('applies the later of two language changes, even if the earlier texts arrive last', async () => {
  let arrive: (() => void) | undefined
  await startTexts(async () => {
    await new Promise<void>((resolve) => {
      arrive = resolve
    })
    return english
  })
  const first = setLocale('en-US')
  await setLocale('zh-CN')
  arrive?.()
  await first
  expect([currentLocale(), ...shownTexts()]).toEqual(['zh-CN', '你好', '再见'])
  expect(localStorage.getItem('arco-locale')).toBe('zh-CN')
})

test('keeps the current language if the texts of the new language cannot be loaded, and retries at the next change', async () => {
  let reachable = false
  await startTexts(() => (reachable ? Promise.resolve(english) : offline()))
  await expect(setLocale('en-US')).rejects.toThrow('offline')
  expect([currentLocale(), ...shownTexts()]).toEqual(['zh-CN', '你好', '再见'])
  expect(localStorage.getItem('arco-locale')).toBeNull()
  reachable = true
  await setLocale('en-US')
  expect(shownTexts()).toEqual(['hello', 'bye'])
})

test('fills in the parameters of a text, and chooses its singular or plural form', () => {
  const t = translator({
    left: { one: '{count} try left', other: '{count} tries left' },
    to: 'to {a} and {a}',
  })
  expect(t('left', { count: 1 })).toBe('1 try left')
  expect(t('left', { count: 0 })).toBe('0 tries left')
  expect(t('to', { a: '$&' })).toBe('to $& and $&')
  // Numbers are formatted for the language. Strings, such as a port number, are inserted unchanged.
  expect(t('left', { count: 12_345 })).toBe('12,345 tries left')
  expect(t('to', { a: '1883' })).toBe('to 1883 and 1883')
})
