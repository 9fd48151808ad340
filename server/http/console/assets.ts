import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { markPublished, publishAsset, readAsset } from '../../core/assets/store.ts'
import type { Database } from '../../db/open.ts'

// During a rolling upgrade, a page of one release can request its files from a server of another release.
// Each server therefore publishes the files of its build in the database, from which all other servers can
// send them.

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

export const assetHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable' }

export interface SharedAssets {
  /**
   * Publishes those files of a build that no server has published yet. `names` are paths below `root`, such
   * as `assets/NAME`.
   */
  publish(root: string, names: readonly string[]): Promise<void>
  /** Sends a file that another server has published. Returns false if the file does not exist. */
  send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

export const sharedAssets = ({ query }: Pick<Database, 'query'>): SharedAssets => ({
  async publish(root, names) {
    const published = await markPublished(query, names)
    for (const name of names) {
      if (published.has(name) || !types[extname(name)]) continue
      const path = join(root, name)
      const content = await readFile(`${path}.gz`).catch(async () => gzipSync(await readFile(path)))
      await publishAsset(query, name, content)
    }
  },

  async send(name, request, reply) {
    const type = types[extname(name)]
    const content = type && (await readAsset(query, name))
    if (!content) return false
    reply.type(type).headers({ ...assetHeaders, Vary: 'accept-encoding' })
    if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')))
      reply.header('Content-Encoding', 'gzip').send(content)
    else reply.send(gunzipSync(content))
    return true
  },
})
