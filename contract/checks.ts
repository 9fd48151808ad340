export type Locale = 'zh-CN' | 'en-US'
export type MessageParams = Record<string, string | number>

/** The messages of errors.ts that the console, too, has at hand: it finds these faults before anything is sent. */
export const checkMessages = {
  'field.tooShort': ['至少 {min} 个字符', 'At least {min} characters'],
  'field.tooLong': ['最多 {max} 个字符', 'At most {max} characters'],
  'phone.invalid': ['手机号格式不正确', 'Not a valid phone number'],
  'email.invalid': ['邮箱格式不正确', 'Not a valid e-mail address'],
  'username.format': [
    '以字母开头，3 至 64 位字母、数字、点、下划线或连字符',
    'Starts with a letter; 3 to 64 letters, digits, dots, underscores or hyphens',
  ],
} as const

/** Of the two languages one, with `{min}` and its like filled from `params`. */
export function wordsOf(
  [zh, en]: readonly [zh: string, en: string],
  locale: Locale,
  params: MessageParams = {},
): string {
  return filled(locale === 'zh-CN' ? zh : en, params)
}

const numbers = new Intl.NumberFormat('en-US')

/** Words with `{count}` and its like filled in. A number of four and more digits gets its commas: what is no amount, such as a port, is given as text. */
export const filled = (text: string, params: Readonly<MessageParams> = {}): string =>
  text.replace(/\{(\w+)\}([。.]?)/g, (whole, name: string, stop: string) => {
    const value = params[name] ?? whole.slice(0, whole.length - stop.length)
    // Both languages write numbers alike.
    return typeof value === 'number' ? numbers.format(value) + stop : ended(value, stop)
  })

/** Tag for a template literal whose values are free text: a value that already ends a sentence gets no second full stop. */
export const sentence = (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  parts.reduce((text, part, index) => {
    const stop = /^[。.]/.exec(part)?.[0] ?? ''
    return ended(`${text}${values[index - 1]}`, stop) + part.slice(stop.length)
  })

/** The text with the full stop, unless the text ends a sentence by itself. */
const ended = (text: string, stop: string): string =>
  stop && /[。.！!？?…]\s*$/.test(text) ? text.trimEnd() : text + stop
