import type { FastifyInstance } from 'fastify'
import { AppError, badInput } from '../core/errors.ts'
import { isStorable } from '../core/text.ts'
import { NumberTooLarge, parseForeignJson } from '../db/values.ts'
import { Refusal } from './problem.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Makes the server accept only JSON bodies. Rejects text that PostgreSQL cannot store because it contains NUL
 * characters or lone surrogates.
 */
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

/**
 * Accepts any body as bytes and ignores its content type. Must be called in a separate scope, so that other
 * routes still accept only JSON.
 */
export const takeBytes = (scope: FastifyInstance): void =>
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

export function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) return undefined
  const text = decode(body)
  let value: unknown
  try {
    value = parseForeignJson(text)
  } catch (error) {
    throw new AppError('BAD_INPUT', {
      message: [error instanceof NumberTooLarge ? 'json.number' : 'json.invalid'],
    })
  }
  // Search for unstorable text only if the body contains JSON escapes of NUL characters or surrogates. Valid
  // UTF-8 contains no lone surrogates, and JSON allows no raw NUL characters, so only escapes can produce
  // them.
  const at = /\\u(0000|d[89a-f])/i.test(text) ? unstorableAt(value) : undefined
  if (at) throw badInput({ [at]: ['text.unstorable'] })
  return value
}

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new Refusal('text')
  }
}

/**
 * Returns the name of the first field with text that PostgreSQL cannot store, such as `contact.name`. Returns
 * undefined if all fields can be stored. The function does not recurse, because the sender controls the
 * nesting depth.
 */
function unstorableAt(value: unknown): string | undefined {
  const open: { value: unknown; name: string }[] = [{ value, name: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'string' && !isStorable(next.value)) return next.name || 'body'
    if (typeof next.value !== 'object' || next.value === null) continue
    const { name } = next
    for (const [key, child] of Object.entries(next.value)) {
      if (!isStorable(key)) return name || 'body'
      // The name of an item in a list is the name of the list. The name of a value inside GraphQL variables
      // starts with the name of the variable.
      const within = Array.isArray(next.value) ? name : name && name !== 'variables' ? `${name}.${key}` : key
      open.push({ value: child, name: within })
    }
  }
  return undefined
}
