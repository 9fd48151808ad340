import type { FastifyInstance, FastifyRequest } from 'fastify'
import { required } from '../../contract/required.ts'
import { invalidRequest } from './errors.ts'

export const maxBodySize = 32_768

/**
 * Form parameters of a request. Each parameter must occur only once, and empty parameters are ignored (RFC
 * 6749, section 3.1).
 */
export interface Form {
  get(name: string): string | undefined
  /** Throws invalid_request if the parameter is missing. */
  required(name: string): string
  params: URLSearchParams
}

/** Parses request bodies as forms. The parsed body is later passed to oidc-provider. */
export function parseForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBodySize },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  )
}

/** Parses JSON request bodies. Only the pages of the console send JSON. */
export function parseJson(app: FastifyInstance): void {
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
