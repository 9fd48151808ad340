import type { WordsLoader } from '../../lib/texts.ts'

/** One chunk for each language and part. */
export const loadWords: WordsLoader = async (locale, part) => {
  if (locale === 'zh-CN')
    return (await (part === 'entry' ? import('./zh-CN.ts') : import('./console.zh-CN.ts'))).words
  return (await (part === 'entry' ? import('./en-US.ts') : import('./console.en-US.ts'))).words
}
