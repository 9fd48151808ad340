// Bundles the server for npm run pack. Node.js loads the bundle in less than half the time that it needs for
// a thousand separate files. npm then installs only the packages that cannot be bundled.
import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { build, type Plugin } from 'vite'
import { programVersion } from '../../server/version.ts'
import { root } from './run.js'

/**
 * Dependencies that cannot be bundled, because they contain native code or read files next to their modules.
 */
export const unbundled = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'tinypool']

/**
 * Entry points: the reeve command and the worker threads. All are written to the same folder, so their file
 * names must differ.
 */
const entries = [
  'cli/main.ts',
  'server/accounts/passwords/strength-worker.ts',
  'server/db/embedded-worker.ts',
  'server/transfer/worker.ts',
]

/** Writes the bundle to `folder`, together with the licenses of the bundled packages. */
export async function bundleServer(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [locations(), version()],
    ssr: { noExternal: true, external: unbundled },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: Object.fromEntries(entries.map((path) => [basename(path, '.ts'), join(root, path)])),
        // Our code compares error classes by name, so class names must not be minified.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', keepNames: true },
      },
    },
  })
}

/**
 * Rewrites import.meta.url in our modules, so that they find their files relative to the bundle. Workers are
 * in the same folder as the bundle. All other files are in subfolders with the same paths as in the checkout.
 */
function locations(): Plugin {
  const ours = ['cli', 'contract', 'server'].map((name) => `${join(root, name).replaceAll('\\', '/')}/`)
  return {
    name: 'reeve:locations',
    enforce: 'pre',
    transform(code, id) {
      if (!ours.some((folder) => id.startsWith(folder))) return
      const path = relative(root, id).replaceAll('\\', '/')
      return code.replace(
        /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g,
        (_, worker) =>
          worker
            ? `new URL('./${worker}.js', import.meta.url)`
            : `new URL('./${path}', import.meta.url).href`,
      )
    },
  }
}

/** Replaces the version in package.json with the program's version, which can include a commit hash. */
function version(): Plugin {
  const file = join(root, 'package.json').replaceAll('\\', '/')
  return {
    name: 'reeve:version',
    load(id) {
      if (id !== file) return
      return JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: programVersion() })
    },
  }
}
