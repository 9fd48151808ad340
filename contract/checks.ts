export type Locale = 'zh-CN' | 'en-US'
export type MessageParams = Record<string, string | number>

/** Error messages that the console also uses when it validates input before a request. */
export const checkMessages = {
  'field.tooShort': ['至少 {min} 个字符', 'At least {min} characters'],
  'field.tooLong': ['最多 {max} 个字符', 'At most {max} characters'],
  'phone.invalid': ['手机号格式不正确', 'Not a valid phone number'],
  'email.invalid': ['邮箱格式不正确', 'Not a valid email address'],
  'username.format': [
    '以字母开头，3 至 64 位字母、数字、点、下划线或连字符',
    'Starts with a letter, 3 to 64 letters, digits, dots, underscores or hyphens',
  ],
} as const

/** Returns the text in the given locale, with placeholders such as `{min}` replaced by `params`. */
export function wordsOf(
  [zh, en]: readonly [zh: string, en: string],
  locale: Locale,
  params: MessageParams = {},
): string {
  return filled(locale === 'zh-CN' ? zh : en, params)
}

const numbers = new Intl.NumberFormat('en-US')

/**
 * Replaces placeholders such as `{count}`. Numbers with four or more digits get thousands separators. Pass
 * identifiers such as port numbers as strings, so that they get none.
 */
export const filled = (text: string, params: Readonly<MessageParams> = {}): string =>
  text.replace(/\{(\w+)\}([。.]?)/g, (whole, name: string, stop: string) => {
    const value = params[name] ?? whole.slice(0, whole.length - stop.length)
    // Thousands separators are the same in Chinese and English.
    return typeof value === 'number' ? numbers.format(value) + stop : ended(value, stop)
  })

/**
 * Template literal tag for free-text values. Omits the full stop after a value that already ends a sentence.
 */
export const sentence = (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  parts.reduce((text, part, index) => {
    const stop = /^[。.]/.exec(part)?.[0] ?? ''
    return ended(`${text}${values[index - 1]}`, stop) + part.slice(stop.length)
  })

/** Appends the full stop unless the text already ends a sentence. */
const ended = (text: string, stop: string): string =>
  stop && /[。.！!？?…]\s*$/.test(text) ? text.trimEnd() : text + stop
