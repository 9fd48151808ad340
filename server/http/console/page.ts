import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { required } from '../../../contract/required.ts'

const encodings = { br: '.br', gzip: '.gz' } as const

/**
 * Returns a function that sends index.html, or null if the console is not built. The page is read only once,
 * so a newer build in the folder does not affect a running server.
 */
export function readPage(
  root: string,
): ((request: FastifyRequest, reply: FastifyReply) => FastifyReply) | null {
  const html = readOptional(join(root, 'index.html'))
  if (!html) return null
  const packed = Object.entries(encodings).flatMap(([encoding, ending]) => {
    const content = readOptional(join(root, `index.html${ending}`))
    return content ? [{ encoding, content }] : []
  })
  const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
  const inline = hashesOf(html.toString())
  return (request, reply) => {
    reply.headers({ 'Cache-Control': 'no-cache', ETag: etag, Vary: 'accept-encoding' })
    // These headers are also sent with status 304, because a browser then replaces the headers of the cached
    // page.
    const policy = String(reply.raw.getHeader('Content-Security-Policy'))
    reply.header(
      'Content-Security-Policy',
      policy.replace("script-src 'self'", (part) => part + inline),
    )
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.type('text/html; charset=utf-8')
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const best = packed.find(({ encoding }) =>
      new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted),
    )
    return best ? reply.header('Content-Encoding', best.encoding).send(best.content) : reply.send(html)
  }
}

/** Returns the sources for script-src that allow only the inline scripts of the page. */
const hashesOf = (html: string): string =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, text]) => ` 'sha256-${createHash('sha256').update(required(text, 'text')).digest('base64')}'`)
    .join('')

function readOptional(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
