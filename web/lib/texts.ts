import { useSyncExternalStore } from 'react'
import type { Locale } from '../../contract/errors.ts'
import { storageKeys } from '../../contract/storage.ts'
import { stored } from './storage.ts'

/**
 * The console's words. Each area has a `words.ts` with both languages side by side: `zh` as const, and `en` typed
 * `Translation<typeof zh>`, so that a missing key does not compile. web/shell/words/ gathers the areas; the build
 * makes chunks of each language and only the chosen one is loaded.
 */
// biome-ignore lint/suspicious/noEmptyInterface: web/shell/words/load.ts adds the words to it
export interface Register {}

/** English words that differ for one: `{ one: '{count} member', other: '{count} members' }`. */
export type Plural = { readonly one: string; readonly other: string }
export type Text = string | Plural
export type Translation<Words> = { readonly [Key in keyof Words]: Text }

export type Words = Register extends { words: infer W extends object } ? W : never
export type Area = keyof Words & string

type Names<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Params<T> = [Names<T>] extends [never] ? [] : [params: { readonly [Name in Names<T>]: string | number }]

/** The words of one area: `t('sentTo', { phone })`. Parameters are those that the Chinese text names. */
export type Translate<A extends Area> = <Key extends keyof Words[A] & string>(
  key: Key,
  ...params: Params<Words[A][Key]>
) => string

type Dictionary = Readonly<Record<string, Readonly<Record<string, Text>>>>
/** Words come in parts: what every visitor needs, what the signed-in need beside it, and those of further pages. */
export type WordsPart =
  | 'entry'
  | 'signIn'
  | 'opened'
  | 'console'
  | 'list'
  | 'members'
  | 'pick'
  | 'record'
  | 'certification'
  | 'devices'
  | 'allTenants'
  | 'import'
  | 'accounts'
  | 'workplace'
  | 'extras'
export type WordsLoader = (locale: Locale, part: WordsPart) => Promise<Dictionary>

export const locales: readonly Locale[] = ['zh-CN', 'en-US']

let load: WordsLoader
let parts = new Map<WordsPart, Promise<void>>()
let locale: Locale = 'zh-CN'
let dictionary: Dictionary = {}
/** English in the place of words that the chosen language lacks, and the parts of it that were asked for. */
let spare: Dictionary = {}
let spareParts = new Set<WordsPart>()
let translators: Record<string, unknown> = {}
const listeners = new Set<() => void>()

export const currentLocale = (): Locale => locale

/** A new visitor's; and whoever's whose chosen one there is not, as of words that the chosen one lacks. */
const initial: Locale = 'zh-CN'
const fallback: Locale = 'en-US'

export function storedLocale(): Locale {
  const value = stored.get(storageKeys.locale)
  return value === null ? initial : (locales.find((each) => each === value) ?? fallback)
}

/** Loads the remembered language. Called once, before the first render. */
export async function startTexts(loader: WordsLoader): Promise<void> {
  load = loader
  locale = storedLocale()
  dictionary = {}
  spare = {}
  spareParts = new Set()
  parts = new Map()
  await addWords('entry')
  if (typeof document !== 'undefined') document.documentElement.lang = locale
}

/** Loads a further part, once for all who ask. Rejects where it cannot be fetched; the next who asks tries again. */
export function addWords(part: WordsPart): Promise<void> {
  const pending =
    parts.get(part) ??
    bring(part).catch((error: unknown) => {
      parts.delete(part)
      throw error
    })
  parts.set(part, pending)
  return pending
}

async function bring(part: WordsPart): Promise<void> {
  const asked = locale
  const words = await load(asked, part)
  // The language was changed on the way.
  if (asked !== locale) return bring(part)
  dictionary = { ...dictionary, ...words }
  tell()
}

/** Changes the language at once, without a reload, and remembers it. Rejects where its words cannot be fetched. */
export async function setLocale(next: Locale): Promise<void> {
  let names: WordsPart[]
  let words: Dictionary[]
  do {
    names = [...parts.keys()]
    words = await Promise.all(names.map((part) => load(next, part)))
    // A part that came meanwhile came in the old language.
  } while (names.length !== parts.size)
  locale = next
  dictionary = Object.assign({}, ...words)
  stored.set(storageKeys.locale, next)
  if (typeof document !== 'undefined') document.documentElement.lang = next
  tell()
}

function tell() {
  translators = {}
  for (const listener of listeners) listener()
}

/** Tells `listener` of every change of language, once its words are there. */
export function subscribeLocale(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribeLocale, currentLocale)
}

export function useTexts<A extends Area>(area: A): Translate<A> {
  return useSyncExternalStore(subscribeLocale, () => texts(area))
}

/** The same outside a component; the answer is good until the language changes. */
export function texts<A extends Area>(area: A): Translate<A> {
  translators[area] ??= translator(dictionary[area] ?? {}, (key) => spareText(area, key))
  return translators[area] as Translate<A>
}

/** Fetched when a word is first missing; shown once it is there. */
function spareText(area: string, key: string): Text | undefined {
  if (locale === fallback) return undefined
  for (const part of parts.keys()) {
    if (spareParts.has(part)) continue
    spareParts.add(part)
    load(fallback, part).then(
      (words) => {
        spare = { ...spare, ...words }
        tell()
      },
      () => spareParts.delete(part),
    )
  }
  return spare[area]?.[key]
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
    return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
  }
}
