import { foldWidth } from '../../core/text.ts'

/** Letters that people often replace in passwords, each with a pattern that matches its replacements. */
const signs: [RegExp, string][] = [
  [/[@4]/g, 'a'],
  [/8/g, 'b'],
  [/3/g, 'e'],
  [/9/g, 'g'],
  [/[1!|l]/g, 'i'],
  [/0/g, 'o'],
  [/[$5]/g, 's'],
  [/[+7]/g, 't'],
  [/2/g, 'z'],
]

/** Returns the text in lower case, with substituted characters replaced by letters: P@ssw0rd → password. */
export const unmask = (text: string): string =>
  signs.reduce((rest, [sign, letter]) => rest.replace(sign, letter), foldWidth(text).toLowerCase())
