import { filled } from '../../contract/checks.ts'
import type { Locale } from '../../contract/errors.ts'
import { storageKeys } from '../../contract/storage.ts'
import { makeStore } from '../store.ts'
import { stored } from './storage.ts'

/**
 * Texts of the console in two languages. The Chinese texts are in the `words.ts` of each feature and bundled
 * with the feature. The English texts are in a `words.en.ts` in the same folder. All English texts form one
 * chunk, which is fetched when needed. A small screen can define both languages in its `words.ts`
 * (definePairs).
 */
export interface Words {
  readonly name: string
  readonly zh: Readonly<Record<string, string>>
  /** The English texts, if the texts were defined with definePairs. */
  readonly en?: Readonly<Record<string, Text>>
}

/** Defines Chinese texts. The name must be unique, because it links the texts to their English version. */
export const defineWords = <const Name extends string, const Zh extends Words['zh']>(name: Name, zh: Zh) => ({
  name,
  zh,
})

type Pairs = Readonly<Record<string, readonly [zh: string, en: Text]>>

/**
 * Defines the texts of a small screen in both languages, without a `words.en.ts`. Both languages are bundled
 * with the screen.
 */
export function definePairs<const Name extends string, const P extends Pairs>(name: Name, pairs: P) {
  const half = (index: 0 | 1) =>
    Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[index]]))
  return {
    name,
    zh: half(0) as { readonly [Key in keyof P]: P[Key][0] },
    en: half(1) as { readonly [Key in keyof P]: P[Key][1] },
  }
}

/**
 * An English text with a singular and a plural form: `{ one: '{count} member', other: '{count} members' }`.
 */
type Plural = { readonly one: string; readonly other: string }
export type Text = string | Plural

/** Type of a `words.en.ts`. Missing or additional keys are type errors. */
export type English<W extends Words> = {
  readonly [Name in W['name']]: { readonly [Key in keyof W['zh']]: Text }
}

type Names<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Params<T> = [Names<T>] extends [never] ? [] : [params: { readonly [Name in Names<T>]: string | number }]

/**
 * Returns a text with its placeholders replaced: `t('sentTo', { phone })`. The Chinese text determines the
 * required parameters.
 */
export type Translate<W extends Words> = <Key extends keyof W['zh'] & string>(
  key: Key,
  ...params: Params<W['zh'][Key]>
) => string

export const locales: readonly Locale[] = ['zh-CN', 'en-US']

let load: () => Promise<English<Words>>
let english: Promise<void> | undefined
let inEnglish: English<Words> = {}
const locale = makeStore<Locale>('zh-CN')
/** The language that was requested last. `locale` changes only after its texts have loaded. */
let wanted: Locale = 'zh-CN'
let translators = new Map<Words, unknown>()

/** Subscribers are called after each change of language, once the texts have loaded. */
export const { get: currentLocale, subscribe: subscribeLocale, use: useLocale } = locale

/** `initial` is the language for new visitors. `fallback` is used if the stored language is not supported. */
const initial: Locale = 'zh-CN'
const fallback: Locale = 'en-US'

function storedLocale(): Locale {
  const value = stored.get(storageKeys.locale)
  return value === null ? initial : (locales.find((each) => each === value) ?? fallback)
}

/** Applies the stored language. Called once, before the first render. */
export function startTexts(loadEnglish: typeof load): Promise<void> {
  load = loadEnglish
  english = undefined
  inEnglish = {}
  return speak(storedLocale())
}

/**
 * Changes the language without a reload, and stores the user's choice. Rejects if the texts cannot be
 * fetched.
 */
export async function setLocale(next: Locale): Promise<void> {
  await speak(next)
  if (currentLocale() === next) stored.set(storageKeys.locale, next)
}

/**
 * Applies the first supported language in `tags`, the `ui_locales` of an authorization request. A language
 * that the user has chosen takes precedence. The suggested language is not stored.
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
  // Another language was requested while these texts were loading.
  if (wanted !== next) return
  if (typeof document !== 'undefined') document.documentElement.lang = next
  translateAnew(next)
}

/** Fetches the English texts once. After a failure, the next call retries. */
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

/** Like useTexts, for code outside components. The result is valid until the language changes. */
export function texts<W extends Words>(words: W): Translate<W> {
  const made = translators.get(words) ?? translatorOf(words)
  translators.set(words, made)
  return made as Translate<W>
}

function translatorOf({ name, zh, en }: Words) {
  if (en) return translator(currentLocale() === 'en-US' ? en : zh)
  if (currentLocale() === 'en-US') return translator(inEnglish[name] ?? {})
  return translator(zh, (key) => {
    // If a Chinese text is missing, the English texts are fetched, and the English text is shown once they
    // have loaded.
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
