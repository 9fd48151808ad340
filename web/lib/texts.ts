import { useSyncExternalStore } from 'react'
import type { Locale } from '../../contract/errors.ts'
import { storageKeys } from '../../contract/limits.ts'
import { stored } from './storage.ts'

/**
 * The console's words. Each area has a `words.ts` with both languages side by side: `zh` as const, and `en` typed
 * `Translation<typeof zh>`, so that a missing key does not compile. web/shell/words/ gathers the areas; the build
 * makes chunks of each language and only the chosen one is loaded.
 */
// biome-ignore lint/suspicious/noEmptyInterface: web/shell/words/zh-CN.ts adds the words to it
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
/** Words come in two parts: what every visitor needs, and what the signed-in need beside it. */
export type WordsPart = 'entry' | 'console'
export type WordsLoader = (locale: Locale, part: WordsPart) => Promise<Dictionary>

export const locales: readonly Locale[] = ['zh-CN', 'en-US']

let load: WordsLoader
let parts: readonly WordsPart[] = []
let locale: Locale = 'zh-CN'
let dictionary: Dictionary = {}
let translators: Record<string, unknown> = {}
const listeners = new Set<() => void>()

export const currentLocale = (): Locale => locale

export function storedLocale(): Locale {
  const value = stored.get(storageKeys.locale)
  return locales.find((each) => each === value) ?? 'zh-CN'
}

/** Loads the remembered language. Called once, before the first render. */
export async function startTexts(loader: WordsLoader): Promise<void> {
  load = loader
  parts = ['entry']
  await show(storedLocale())
}

/** Loads a further part, where it is not there yet. Rejects where it cannot be fetched. */
export async function addWords(part: WordsPart): Promise<void> {
  if (parts.includes(part)) return
  parts = [...parts, part]
  try {
    await show(locale)
  } catch (error) {
    parts = parts.filter((each) => each !== part)
    throw error
  }
}

/** Changes the language at once, without a reload, and remembers it. Rejects where its words cannot be fetched. */
export async function setLocale(next: Locale): Promise<void> {
  await show(next)
  stored.set(storageKeys.locale, next)
}

async function show(next: Locale) {
  dictionary = Object.assign({}, ...(await Promise.all(parts.map((part) => load(next, part)))))
  locale = next
  translators = {}
  if (typeof document !== 'undefined') document.documentElement.lang = next
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
  translators[area] ??= translator(dictionary[area] ?? {}, locale)
  return translators[area] as Translate<A>
}

export function translator(words: Readonly<Record<string, Text>>, language: Locale) {
  const plurals = new Intl.PluralRules(language)
  return (key: string, params: Readonly<Record<string, string | number>> = {}): string => {
    const text = words[key] ?? key
    const chosen =
      typeof text === 'string' ? text : text[plurals.select(Number(params.count)) === 'one' ? 'one' : 'other']
    return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
  }
}
