import { basename, join } from 'node:path'
import { createServer } from 'vite'
import { issuer, reeve, registerApplication, say } from './reeve.ts'

/**
 * Serves a single page with Vite. `folder` contains index.html. The page reads its settings from
 * `import.meta.env`.
 */
export async function servePage(folder: string, name: string, port: number): Promise<void> {
  const origin = `http://127.0.0.1:${port}`
  const { clientId } = await registerApplication({
    kind: 'SINGLE_PAGE',
    name,
    redirectUris: [`${origin}/`],
    postLogoutRedirectUris: [`${origin}/`],
    input: { scopes: ['openid', 'profile', 'organization', 'offline_access'], origins: [origin] },
  })
  const env = { CLIENT_ID: clientId, ISSUER: issuer, REEVE: reeve }
  const server = await createServer({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    cacheDir: join(import.meta.dirname, '../../node_modules/.vite', basename(folder)),
    define: Object.fromEntries(
      Object.entries(env).map(([key, value]) => [`import.meta.env.${key}`, JSON.stringify(value)]),
    ),
    server: { host: '127.0.0.1', port, strictPort: true, hmr: false },
  })
  await server.listen()
  say(`${origin}/`)
}
