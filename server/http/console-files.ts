import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consoleRoute, pathOf } from './edge.ts'

/**
 * The console: files built by vite, packed beforehand (.br, .gz), and index.html for every page of it.
 * Only files that were there at the start are served, so no path leads out of the folder.
 */
export async function consoleRoutes(
  app: FastifyInstance,
  { root, isApi }: { root: string; isApi: (path: string) => boolean },
): Promise<void> {
  const files = new Set(listFiles(root))
  if (!files.has('index.html')) {
    app.log.warn('The console is not built: there is no index.html in dist/web')
    files.clear()
  }
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
  })

  app.get(consoleRoute, (request: FastifyRequest, reply: FastifyReply) => {
    const path = decodeURIComponent(pathOf(request.url))
    const name = path.slice(1)
    if (files.has(name) && name !== 'index.html') {
      // vite puts a hash of the content into the names of these alone
      const hashed = name.startsWith('assets/')
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      return reply.sendFile(name)
    }
    if (isApi(path) || !files.has('index.html') || !isPage(path, request.headers.accept)) {
      return reply.callNotFound()
    }
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html')
  })
}

/** A name with an ending is a file, and a file that is missing is not a page. */
function isPage(path: string, accept = '*/*'): boolean {
  if (path === '/index.html') return true
  return !/\.[^/]*$/.test(path) && !path.startsWith('/assets/') && /text\/html|text\/\*|\*\/\*/i.test(accept)
}

function listFiles(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .split(sep)
          .join('/'),
      )
  } catch {
    return []
  }
}
