import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns the path of the file that lists the files of the newest build, one per line. It is next to the
 * served folder.
 */
const listOf = (served: string) => join(dirname(served), '.build')

/**
 * Moves a build into the folder that servers serve. Assets are added before index.html is replaced, so that
 * no request misses a file. The assets of the previous build remain, because running servers serve the
 * previous index.html until they restart. Older assets are deleted. Does nothing if the build has no
 * index.html, which means that it failed.
 */
export function moveBuild(from: string, to: string): void {
  if (!existsSync(join(from, 'index.html'))) return
  const names = filesIn(from)
  const before = filesIn(to)
  const kept = new Set([...names, ...newestFiles(to)])
  const isPage = (name: string) => /^index\.html(\.|$)/.test(name)
  for (const name of [...names.filter((name) => !isPage(name)), ...names.filter(isPage)]) {
    const target = join(to, name)
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(join(from, name), `${target}.new`)
    renameSync(`${target}.new`, target)
  }
  for (const name of before) if (!kept.has(name)) rmSync(join(to, name))
  writeFileSync(listOf(to), `${names.join('\n')}\n`)
  rmSync(from, { recursive: true })
}

/** Returns the names of the files in a served folder that belong to the newest build. */
export function newestFiles(served: string): string[] {
  const list = listOf(served)
  return existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(folder.length + 1)
            .replaceAll('\\', '/'),
        )
    : []
