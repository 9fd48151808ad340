import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consoleRoute, pathOf } from '../edge.ts'
import { assetHeaders, type SharedAssets } from './assets.ts'
import { readPage } from './page.ts'

/**
 * Serves the console: the files built by Vite, precompressed (.br, .gz), and index.html for every page.
 * Serves only files that existed at startup, so no path can point outside the folder. Assets of other
 * releases are read from the database.
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
  if (!sendPage) app.log.warn('the console is not built: dist/web has no index.html')
  const files = new Set(sendPage ? listFiles(root) : [])
  shared
    ?.publish(root, [...files].filter(isAsset))
    .catch((error) =>
      app.log.warn({ err: error }, 'could not store the files of the console for other servers'),
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

/** Whether Vite built the file and added a content hash to its name. */
const isAsset = (name: string): boolean => name.startsWith('assets/')

/**
 * Whether the path can be a page of the console. A name with an extension is a file. If such a file is
 * missing, the response must not be a page.
 */
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
