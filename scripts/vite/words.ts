import type { Plugin } from 'vite'

/**
 * Areas keep both languages of their words side by side in one words.ts. The gatherers in web/shell/words/ each get
 * a copy of their own of it, of which only the imported language is left: chunks of one language each.
 */
export function wordsByLanguage(): Plugin {
  return {
    name: 'reeve-words-by-language',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      const language = /\/shell\/words\/\w+\.(zh-CN|en-US)\.ts$/.exec(importer ?? '')?.[1]
      if (!language || !source.endsWith('/words.ts')) return null
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      return resolved && `${resolved.id}?language=${language}`
    },
  }
}
