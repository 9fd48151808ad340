export type Locale = 'zh-CN' | 'en-US'
export type MessageParams = Record<string, string | number>

/** Error messages that the console also uses when it validates input before sending a request. */
export const checkMessages = {
  'field.tooShort': ['至少 {min} 个字符', 'At least {min} characters'],
  'field.tooLong': ['最多 {max} 个字符', 'At most {max} characters'],
  'phone.invalid': ['手机号格式不正确', 'Not a valid phone number'],
  'email.invalid': ['邮箱格式不正确', 'Not a valid email address'],
  'username.format': [
    '以字母开头，3 至 64 位字母、数字、点、下划线或连字符',
    'Must start with a letter and consist of 3 to 64 letters, digits, dots, underscores or hyphens',
  ],
} as const

/**
 * Returns the text in the given language, with placeholders such as `{min}` replaced by the values in
 * `params`.
 */
export function wordsOf(
  [zh, en]: readonly [zh: string, en: string],
  locale: Locale,
  params: MessageParams = {},
): string {
  return filled(locale === 'zh-CN' ? zh : en, params)
}

const numbers = new Intl.NumberFormat('en-US')

/**
 * Replaces placeholders such as `{count}`. Numbers are formatted with thousands separators. Pass identifiers
 * such as port numbers as strings, so that they are not formatted.
 */
export const filled = (text: string, params: Readonly<MessageParams> = {}): string =>
  text.replace(/\{(\w+)\}([。.]?)/g, (whole, name: string, stop: string) => {
    const value = params[name] ?? whole.slice(0, whole.length - stop.length)
    // Thousands separators are the same in Chinese and English.
    return typeof value === 'number' ? numbers.format(value) + stop : ended(value, stop)
  })

/**
 * Template literal tag for sentences with free-text values. Omits the full stop after a value that already
 * ends with one.
 */
export const sentence = (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  parts.reduce((text, part, index) => {
    const stop = /^[。.]/.exec(part)?.[0] ?? ''
    return ended(`${text}${values[index - 1]}`, stop) + part.slice(stop.length)
  })

/** Appends a full stop unless the text already ends with a punctuation mark. */
const ended = (text: string, stop: string): string =>
  stop && /[。.！!？?…]\s*$/.test(text) ? text.trimEnd() : text + stop
