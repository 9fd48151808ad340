import { filled } from '../../contract/checks.ts'
import type { Locale } from '../../contract/errors.ts'
import { storageKeys } from '../../contract/storage.ts'
import { makeStore } from '../store.ts'
import { stored } from './storage.ts'

/**
 * The console's words stand in Chinese in the `words.ts` beside the screen that says them, and come with it. Their
 * English is in the `words.en.ts` beside that; all of it is one file, fetched where it is wanted.
 */
export interface Words {
  readonly name: string
  readonly zh: Readonly<Record<string, string>>
}

/** A name of their own, by which their English is found. */
export const defineWords = <const Name extends string, const Zh extends Words['zh']>(name: Name, zh: Zh) => ({
  name,
  zh,
})

/** English words that differ for one: `{ one: '{count} member', other: '{count} members' }`. */
type Plural = { readonly one: string; readonly other: string }
export type Text = string | Plural

/** What a `words.en.ts` has to have: a key that is missing or too many does not compile. */
export type English<W extends Words> = {
  readonly [Name in W['name']]: { readonly [Key in keyof W['zh']]: Text }
}

type Names<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Params<T> = [Names<T>] extends [never] ? [] : [params: { readonly [Name in Names<T>]: string | number }]

/** Says these words: `t('sentTo', { phone })`. Parameters are those that the Chinese text names. */
export type Translate<W extends Words> = <Key extends keyof W['zh'] & string>(
  key: Key,
  ...params: Params<W['zh'][Key]>
) => string

export const locales: readonly Locale[] = ['zh-CN', 'en-US']

let load: () => Promise<English<Words>>
let english: Promise<void> | undefined
let inEnglish: English<Words> = {}
const locale = makeStore<Locale>('zh-CN')
/** The language asked for last; `locale` has it once its words are there. */
let wanted: Locale = 'zh-CN'
let translators = new Map<Words, unknown>()

/** Those who follow it are called at every change of language, once its words are there. */
export const { get: currentLocale, subscribe: subscribeLocale, use: useLocale } = locale

/** A new visitor's; and whoever's whose chosen one there is not, as of words that the chosen one lacks. */
const initial: Locale = 'zh-CN'
const fallback: Locale = 'en-US'

function storedLocale(): Locale {
  const value = stored.get(storageKeys.locale)
  return value === null ? initial : (locales.find((each) => each === value) ?? fallback)
}

/** Brings back the remembered language. Called once, before the first render. */
export function startTexts(loadEnglish: typeof load): Promise<void> {
  load = loadEnglish
  english = undefined
  inEnglish = {}
  return speak(storedLocale())
}

/** Changes the language at once, without a reload, and remembers it. Rejects where its words cannot be fetched. */
export async function setLocale(next: Locale): Promise<void> {
  await speak(next)
  if (currentLocale() === next) stored.set(storageKeys.locale, next)
}

/**
 * The first that we speak of these language tags: an application asks for it by `ui_locales`. Whoever has chosen a language
 * keeps it, and this is not remembered.
 */
export async function suggestLocale(tags: string): Promise<void> {
  if (stored.get(storageKeys.locale) !== null) return
  const spoken = tags.split(' ').map((tag) => locales.find((each) => each.slice(0, 2) === tag.slice(0, 2)))
  const first = spoken.find((each) => each !== undefined)
  if (first) await speak(first)
}

async function speak(next: Locale): Promise<void> {
  wanted = next
  if (next === 'en-US') await bringEnglish()
  // Another one was chosen on the way.
  if (wanted !== next) return
  if (typeof document !== 'undefined') document.documentElement.lang = next
  translateAnew(next)
}

/** Fetched once for all who ask; where it cannot be fetched the next who asks tries again. */
function bringEnglish(): Promise<void> {
  english ??= load().then(
    (words) => {
      inEnglish = words
    },
    (error: unknown) => {
      english = undefined
      throw error
    },
  )
  return english
}

function translateAnew(to: Locale) {
  translators = new Map()
  locale.set(to)
}

export function useTexts<W extends Words>(words: W): Translate<W> {
  return locale.use(() => texts(words))
}

/** The same outside a component; the answer is good until the language changes. */
export function texts<W extends Words>(words: W): Translate<W> {
  const made = translators.get(words) ?? translatorOf(words)
  translators.set(words, made)
  return made as Translate<W>
}

function translatorOf({ name, zh }: Words) {
  if (currentLocale() === 'en-US') return translator(inEnglish[name] ?? {})
  return translator(zh, (key) => {
    // Fetched when a word is first missing; shown once it is there.
    if (!english)
      bringEnglish().then(
        () => translateAnew(currentLocale()),
        () => undefined,
      )
    return inEnglish[name]?.[key]
  })
}

const plurals = new Intl.PluralRules('en-US')

export function translator(
  words: Readonly<Record<string, Text>>,
  missing: (key: string) => Text | undefined = () => undefined,
) {
  return (key: string, params: Readonly<Record<string, string | number>> = {}): string => {
    const text = words[key] ?? missing(key) ?? key
    const chosen =
      typeof text === 'string' ? text : text[plurals.select(Number(params.count)) === 'one' ? 'one' : 'other']
    return filled(chosen, params)
  }
}
