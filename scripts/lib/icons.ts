import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { required } from '../../contract/required.ts'
import { root } from './run.js'

/**
 * Files with icons, by the specifier that imports them. Icons in `#icons` are part of the first load. Icons
 * that only pages use are imported from `#icons/page`.
 */
export const iconFiles = {
  '#icons': 'web/ui/icons.generated.ts',
  '#icons/page': 'web/ui/page-icons.generated.ts',
}

interface IconUse {
  name: string
  file: string
  /** Location of the import statement, as `path:line`. */
  location: string
}

/** Returns every icon that the console imports. */
export function usedIcons(): IconUse[] {
  return globSync('web/**/*.{ts,tsx}', { cwd: root })
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '(#icons[/\w]*)'$/gm)].flatMap((match) => {
        const line = text.slice(0, match.index).split('\n').length
        const names = required(match[1], 'item of match').matchAll(/(\w+)(?: as \w+)?/g)
        const file = iconFiles[match[2] as keyof typeof iconFiles]
        const location = `${path.replaceAll('\\', '/')}:${line}`
        return [...names].map(([, name = '']) => ({ name, file, location }))
      })
    })
}

/**
 * Returns the content of a file of `iconFiles`: the icons that the console imports from it. Only npm run
 * generate installs the Tabler package. Without the package, the icons are taken from the existing generated
 * files. Throws if an icon is not found.
 */
export function printedIcons(file: string): string {
  const drawings = new Map(
    existsSync(tabler) ? [...drawingsOf('outline'), ...drawingsOf('filled')] : printedDrawings(),
  )
  const uses = new Map(
    usedIcons()
      .filter((use) => use.file === file)
      .map(({ name, location }) => [name, location]),
  )
  const lines = [...uses]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, location]) => {
      const drawing = drawings.get(name)
      if (!drawing)
        throw new Error(`${location}: @tabler/icons has no icon ${name} that consists only of paths`)
      return `export const ${name} = /* @__PURE__ */ ${drawing}\n`
    })
  return `// Made by npm run generate. Icons of Tabler (https://tabler.io/icons), copyright Paweł Kuna, MIT License.
import { icon } from './icon.tsx'

${lines.join('')}`
}

const tabler = join(root, 'node_modules', '@tabler/icons')

function printedDrawings(): [name: string, call: string][] {
  const text = Object.values(iconFiles)
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('')
  return [...text.matchAll(/^export const (\w+) = \/\* @__PURE__ \*\/ (.+)$/gm)].map(
    ([, name = '', call = '']) => [name, call],
  )
}

/**
 * Returns the code that creates each icon of a style, by component name. Icons with elements other than paths
 * are skipped.
 */
function drawingsOf(style: 'outline' | 'filled'): [name: string, call: string][] {
  const file = join(tabler, `tabler-nodes-${style}.json`)
  const icons: Record<string, [tag: string, attributes: Record<string, string>][]> = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  return Object.entries(icons).flatMap(([name, nodes]): [string, string][] => {
    if (!nodes.every(([tag, { d, ...others }]) => tag === 'path' && d && !Object.keys(others).length))
      return []
    const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    const path = nodes.map(([, { d }]) => d).join('')
    return style === 'filled'
      ? [[`Icon${words.join('')}Filled`, `icon('${path}', true)`]]
      : [[`Icon${words.join('')}`, `icon('${path}')`]]
  })
}
