import type { FastifyInstance, FastifyRequest } from 'fastify'
import { required } from '../../contract/required.ts'
import { invalidRequest } from './errors.ts'

export const longestBody = 32_768

/** The parameters of a call; each at most once, empty ones are left out (RFC 6749, 3.1). */
export interface Form {
  get(name: string): string | undefined
  /** Throws invalid_request. */
  required(name: string): string
  params: URLSearchParams
}

/** Bodies are forms, read as text: what oidc-provider handles reads it again. */
export function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: longestBody },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  )
}

/** What the console's own pages send. */
export function takeJson(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: 4_096 },
    (_request, body, done) => {
      try {
        done(null, JSON.parse(body as string))
      } catch (error) {
        done(Object.assign(error as Error, { statusCode: 400 }))
      }
    },
  )
}

export function formOf(request: FastifyRequest): Form {
  const { body, raw } = request
  const params =
    request.method === 'GET'
      ? new URLSearchParams(/\?.*/s.exec(required(raw.url, 'url'))?.[0] ?? '')
      : body instanceof URLSearchParams
        ? body
        : new URLSearchParams()
  const get = (name: string) => {
    const values = params.getAll(name)
    if (values.length > 1) throw invalidRequest(`'${name}' parameter must not be provided twice`)
    return values[0] || undefined
  }
  return {
    params,
    get,
    required(name) {
      const value = get(name)
      if (!value) throw invalidRequest(`missing required parameter '${name}'`)
      return value
    },
  }
}
