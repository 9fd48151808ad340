import { pinyin } from 'pinyin-pro'
import { required } from '../../contract/required.ts'
import { words as frame } from '../../web/app/layout/words.ts'
import { words as palette } from '../../web/app/palette/words.ts'
import { words as settings } from '../../web/app/settings/words.ts'
import { words as shell } from '../../web/app/words.ts'
import { words as titles } from '../../web/lib/titles/words.ts'

/** Page titles and palette actions that can be found by their pinyin. */
const spelled = [
  ...Object.keys(titles.zh)
    .filter((key) => key.startsWith('menu.'))
    .map((key) => [titles, key] as const),
  ...['personal', 'signOut'].map((key) => [frame, key] as const),
  ...['toDark', 'toLight', 'language'].map((key) => [shell, key] as const),
  ...['settings', 'tabBar', 'topMenu', 'footer', 'colorWeak'].map((key) => [settings, key] as const),
  ...['registerDevice', 'switchTenant', 'shortcuts'].map((key) => [palette, key] as const),
]

/**
 * Returns the content of web/app/palette/pinyin.generated.ts: the pinyin of each title, so that browsers do
 * not have to load a pinyin library.
 */
export function printedPinyin(): string {
  const lines = spelled.map(([{ name, zh }, key]) => {
    const text = required((zh as Record<string, string>)[key], 'item of zh')
      .normalize('NFKC')
      .toLowerCase()
    const syllables = pinyin(text, { type: 'array', toneType: 'none', nonZh: 'spaced', v: true })
    return `  '${name}.${key}': '${syllables.join(' ')}',\n`
  })
  return `// Made by npm run generate.
const spellings: Record<string, string> = {
${lines.join('')}}

/** Returns the pinyin of a text by \`name.key\` of its words.ts, or undefined if the palette does not search it. */
export const spelling = (key: string): string | undefined => spellings[key]
`
}
