import type { Plugin, Rolldown } from 'vite'
import { landingPath } from '../../contract/limits.ts'
import { menu } from '../../contract/menu.ts'
import { reloadsKey, storageKeys } from '../../contract/storage.ts'
import { type BootOptions, boot } from '../../web/app/boot.ts'
import { colorSchemeKey, frameColors } from '../../web/app/colorScheme.ts'
import { reloadForMissingFiles } from '../../web/app/missingFiles.ts'

const keys = {
  theme: colorSchemeKey,
  locale: storageKeys.locale,
  token: storageKeys.token,
  refreshToken: storageKeys.refreshToken,
}

/**
 * The modules that each kind of visitor needs first. They are preloaded, because the page imports them
 * lazily.
 */
const needed = {
  console: /\/app\/layout\/Layout.tsx$/,
  landing: /\/app\/AccountInfo.tsx$/,
  english: /\/app\/english.ts$/,
}

const pages = [...new Set(menu.map((entry) => entry.path.split('/')[1] ?? ''))]

/**
 * Adds the script of web/app/boot.ts to the page. In development, its URL is /boot.js. In a build, it is a
 * file with a hashed name, which contains the file names of the chunks.
 */
export function bootScript(): Plugin {
  return {
    name: 'reeve-boot',
    configureServer(server) {
      server.middlewares.use('/boot.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(print({}))
      })
    },
    transformIndexHtml: {
      order: 'post',
      // The scripts come before the style sheet, because a script after it would wait until the style sheet
      // has loaded.
      handler: () => [
        {
          tag: 'script',
          children: `(${reloadForMissingFiles})(${JSON.stringify(reloadsKey)})`,
          injectTo: 'head-prepend',
        },
        { tag: 'script', attrs: { src: '/boot.js' }, injectTo: 'head-prepend' },
      ],
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build has no index.html')
        const html = String(page.source)
        const chunks: BootOptions['chunks'] = {}
        for (const [kind, pattern] of Object.entries(needed)) {
          const files = filesOf(bundle, pattern)
          if (!files.length) throw new Error(`No chunk contains a module that matches ${pattern}`)
          chunks[kind] = files
            // Omit files that the page itself loads. Also omit files of the landing page that are already
            // listed for the layout.
            .filter(
              (name) => !html.includes(name) && !(kind === 'landing' && chunks.console?.includes(`/${name}`)),
            )
            .map((name) => `/${name}`)
        }
        const reference = this.emitFile({ type: 'asset', name: 'boot.js', source: print(chunks) })
        page.source = html.replace('/boot.js', `/${this.getFileName(reference)}`)
      },
    },
  }
}

const print = (chunks: BootOptions['chunks']) =>
  `(${boot})(${JSON.stringify({ keys, frameColors, pages, landing: landingPath, chunks } satisfies BootOptions)})\n`

/**
 * Returns the style sheets and scripts of the chunks that contain matching modules, with all statically
 * imported chunks. If a module shares its chunk with others, import() requests a small facade chunk, which is
 * included because loading it later would cost another round trip.
 */
function filesOf(bundle: Rolldown.OutputBundle, pattern: RegExp): string[] {
  const found = new Set<Rolldown.OutputChunk>()
  const gather = (name: string) => {
    const file = bundle[name]
    if (file?.type !== 'chunk' || found.has(file)) return
    found.add(file)
    for (const each of file.imports) gather(each)
  }
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue
    const { moduleIds, facadeModuleId } = file
    if ([...moduleIds, facadeModuleId ?? ''].some((id) => pattern.test(id))) gather(file.fileName)
  }
  const scripts = [...found]
  const styles = scripts.flatMap((file) => [...(file.viteMetadata?.importedCss ?? [])])
  return [...new Set(styles), ...scripts.map((file) => file.fileName)]
}
