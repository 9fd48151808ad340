import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consoleRoute, pathOf } from '../edge.ts'
import { assetHeaders, type SharedAssets } from './assets.ts'
import { readPage } from './page.ts'

/**
 * The console: files built by vite, packed beforehand (.br, .gz), and index.html for every page of it.
 * Only files that were there at the start are served, so no path leads out of the folder, and the assets of other releases
 * that servers on the same PostgreSQL have published.
 */
export async function consoleRoutes(
  app: FastifyInstance,
  {
    root,
    isApi,
    shared,
  }: { root: string; isApi: (path: string) => boolean; shared?: SharedAssets | undefined },
): Promise<void> {
  const sendPage = readPage(root)
  if (!sendPage) app.log.warn('The console is not built: there is no index.html in dist/web')
  const files = new Set(sendPage ? listFiles(root) : [])
  shared
    ?.publish(root, [...files].filter(isAsset))
    .catch((error) =>
      app.log.warn({ err: error }, 'could not publish the files of the console for other servers'),
    )
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
  })

  app.get(consoleRoute, async (request: FastifyRequest, reply: FastifyReply) => {
    const path = decodeURIComponent(pathOf(request.url))
    const name = path.slice(1)
    if (files.has(name) && name !== 'index.html')
      return reply.headers(isAsset(name) ? assetHeaders : { 'Cache-Control': 'no-cache' }).sendFile(name)
    if (isAsset(name) && (await shared?.send(name, request, reply))) return reply
    if (isApi(path) || !sendPage || !isPage(path, request.headers.accept)) return reply.callNotFound()
    return sendPage(request, reply)
  })
}

/** Vite puts a hash of the content into the names of these alone. */
const isAsset = (name: string): boolean => name.startsWith('assets/')

/** A name with an ending is a file, and a file that is missing is not a page. */
function isPage(path: string, accept = '*/*'): boolean {
  if (path === '/index.html') return true
  return !/\.[^/]*$/.test(path) && !path.startsWith('/assets/') && /text\/html|text\/\*|\*\/\*/i.test(accept)
}

function listFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    )
}
