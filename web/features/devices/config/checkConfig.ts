import { limits } from '../../../../contract/limits.ts'
import { last, required } from '../../../../contract/required.ts'
import { parseJson, printJson } from '../../../lib/calls/json.ts'

export type Config = Readonly<Record<string, unknown>>

/** Errors that prevent saving. Their messages are in words.ts. */
export type FaultKind =
  | 'value'
  | 'key'
  | 'colon'
  | 'comma'
  | 'trailing'
  | 'string'
  | 'character'
  | 'number'
  | 'range'
  | 'end'
  | 'rest'
  | 'duplicate'
  | 'deep'
  | 'object'
  | 'large'

export interface Fault {
  kind: FaultKind
  /** `at` is a zero-based offset. `line` and `column` are one-based. */
  at: number
  line: number
  column: number
}

export type CheckedConfig = { value: Config } | { fault: Fault }

/** Maximum nesting depth. The server has the same limit in server/devices/input.ts. */
const levels = 16

const token = {
  space: /[ \t\n\r]*/y,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings must not contain control characters
  string: /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y,
  number: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y,
  word: /(?:true|false|null)\b/y,
}

class Found extends Error {
  readonly kind: FaultKind
  readonly at: number

  constructor(kind: FaultKind, at: number) {
    super(kind)
    this.kind = kind
    this.at = at
  }
}

/**
 * Parses a configuration. Empty text is an empty configuration. If the text is invalid, returns the first
 * error.
 */
export function checkConfig(text: string): CheckedConfig {
  if (!text.trim()) return { value: {} }
  try {
    scan(text)
    const value = parseJson(text) as Config
    if (new TextEncoder().encode(printJson(value)).length > limits.device.config) throw new Found('large', 0)
    return { value }
  } catch (error) {
    if (!(error instanceof Found)) throw error
    const { kind, at } = error
    const before = text.slice(0, at).split('\n')
    return { fault: { kind, at, line: before.length, column: last(before, 'before').length + 1 } }
  }
}

/** Validates the text and throws the first error. */
function scan(text: string): void {
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const [found] = pattern.exec(text) ?? []
    if (found !== undefined) at += found.length
    return found
  }
  const next = (): string => {
    take(token.space)
    return text[at] ?? ''
  }
  const fail = (kind: FaultKind, where = at): never => {
    throw new Found(where >= text.length && kind !== 'large' ? 'end' : kind, where)
  }

  function string(): string {
    const start = at
    const found = take(token.string)
    if (found === undefined) {
      const line = required(text.slice(start).split('\n', 1)[0], 'item of text')
      fail(/^"(?:[^"\\]|\\.)*"/.test(line) ? 'character' : 'string', start)
    }
    const parsed: string = JSON.parse(required(found, 'found'))
    // PostgreSQL's jsonb cannot store null characters or lone surrogates.
    if (parsed.includes('\0') || !parsed.isWellFormed()) fail('character', start)
    return parsed
  }

  function value(level: number): void {
    const first = next()
    if (first === '{' || first === '[') {
      if (level >= levels) fail('deep')
      at += 1
      inside(first === '{', level)
    } else if (first === '"') string()
    else if (/[-\d]/.test(first)) number()
    else if (take(token.word) === undefined) fail('value')
  }

  function number(): void {
    const start = at
    const found = take(token.number)
    if (found === undefined) fail('number')
    if (!Number.isFinite(Number(found))) fail('range', start)
  }

  function inside(object: boolean, level: number): void {
    const end = object ? '}' : ']'
    const keys = new Set<string>()
    if (next() === end) {
      at += 1
      return
    }
    for (;;) {
      if (object) {
        const first = next()
        const start = at
        if (first !== '"') fail(first === end ? 'trailing' : 'key')
        const key = string()
        if (keys.has(key)) fail('duplicate', start)
        keys.add(key)
        if (next() !== ':') fail('colon')
        at += 1
      } else if (next() === end) fail('trailing')
      value(level + 1)
      const after = next()
      at += 1
      if (after === end) return
      if (after !== ',') fail('comma', at - 1)
    }
  }

  if (next() !== '{') fail('object')
  value(0)
  if (next()) fail('rest')
}

/** Formats a configuration for editing. An empty configuration is printed as two braces on separate lines. */
export const printConfig = (config: Config): string =>
  Object.keys(config).length ? `${printJson(config, 2)}\n` : '{\n}\n'
