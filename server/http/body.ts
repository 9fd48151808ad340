import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/errors.ts'
import { Refusal } from './problem.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON alone, and only text that a database takes unchanged: PostgreSQL refuses NUL and alters lone surrogates. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

export function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) return undefined
  const text = decode(body)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('BAD_INPUT', { message: ['json.invalid'] })
  }
  // Decoded text can hold neither, only an escape can.
  if (/\\u(0000|d[89a-f])/i.test(text) && !allTextStorable(value)) throw new Refusal('text')
  return value
}

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new Refusal('text')
  }
}

export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Without recursion: the nesting is the sender's choice. */
function allTextStorable(value: unknown): boolean {
  const open = [value]
  while (open.length) {
    const next = open.pop()
    if (typeof next === 'string' && !isStorable(next)) return false
    if (typeof next === 'object' && next !== null) {
      for (const [key, child] of Object.entries(next)) {
        if (!isStorable(key)) return false
        open.push(child)
      }
    }
  }
  return true
}
