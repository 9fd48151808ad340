import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settings } from '../server/config.settings.ts'
import { root } from './sources.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md', 'deploy/**/*.md'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})
  .map((path) => path.replaceAll('\\', '/'))
  .sort()

/** Returns the text of a page without fenced code blocks. */
const prose = (page: string) => read(page).replace(/^ *```[\s\S]*?^ *```$/gm, '')
const exists = (path: string) => existsSync(join(root, path))

/** Returns the anchors that GitHub and VitePress generate from the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const headings = prose(page).match(/^#{1,6} .+$/gm) ?? []
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/^#+ /, '')
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** Returns the targets of links and images that are in the repository. */
const linksOf = (page: string): string[] =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
    .map(([, markdown, html]) => markdown ?? html ?? '')
    .filter((target) => !/^(https?:|mailto:)/.test(target))

test.each(pages)('all links in %s lead to existing files and headings', (page) => {
  const broken = linksOf(page).filter((target) => {
    const [path = '', anchor] = target.split('#')
    const file = path ? posix.normalize(posix.join(posix.dirname(page), path)) : page
    if (!exists(file)) return true
    return Boolean(anchor) && file.endsWith('.md') && !anchorsOf(file).has(decodeURIComponent(anchor ?? ''))
  })
  expect(broken).toEqual([])
})

/** Pages that name test files without their folder and file extension. */
const assessments = [
  'docs/threats.md',
  'docs/asvs.md',
  'docs/mlps.md',
  'docs/decisions/015-oauth-security.md',
]

const folders = [
  'bench',
  'checks',
  'cli',
  'contract',
  'deploy',
  'docs',
  'e2e',
  'examples',
  'scripts',
  'server',
  'web',
]
const pathInCode = new RegExp(`\`((?:${folders.join('|')})/[\\w./-]*[\\w/])\``, 'g')

test.each(pages)('all files that %s mentions exist', (page) => {
  // Changelogs mention files that only existed in earlier releases. The worked example mentions files that
  // its patch creates.
  const text = /^CHANGELOG|examples\/change/.test(page) || assessments.includes(page) ? '' : prose(page)
  const named = [...text.matchAll(pathInCode)].map(([, path = '']) => path)
  // Paths that contain NAME, MODULE or NNNN are placeholders.
  const missing = named.filter((path) => !/NAME|MODULE|NNNN/.test(path) && ![path, `${path}.ts`].some(exists))
  expect(missing).toEqual([])
})

test.each(assessments)('all test files that %s mentions exist', (page) => {
  const names = [...read(page).matchAll(/`([a-z][\w.-]*(?:\/[\w.-]+)+)`/g)].map(([, name = '']) => name)
  const missing = names.filter(
    (name) =>
      ![`server/${name}.test.ts`, `${name}.test.ts`, name, `server/${name}`, `${name}.ts`].some(exists),
  )
  expect(missing).toEqual([])
})

describe('commands and settings in documents', () => {
  const { scripts } = JSON.parse(read('package.json'))

  test.each(pages)('all npm scripts that %s mentions exist', (page) => {
    // Changelogs and the upgrade guide also mention scripts that only existed in earlier releases.
    if (/^CHANGELOG|operations\/upgrade\.md$/.test(page)) return
    const named = [...read(page).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  test.each(pages)('all settings that %s mentions exist', (page) => {
    if (page === 'CHANGELOG.md') return
    const known = read('server/config.names.ts') + read('scripts/lib/stages.ts') + read('vitest.config.ts')
    const named = [...read(page).matchAll(/\bREEVE_[A-Z][A-Z0-9_]*[A-Z0-9]\b/g)].map(([name]) => name)
    const unknown = named.filter(
      (name) =>
        !Object.hasOwn(settings, name.replace(/_FILE$/, '')) &&
        !Object.hasOwn(settings, name) &&
        !known.includes(name),
    )
    expect([...new Set(unknown)]).toEqual([])
  })

  /** For each page, the test that runs its shell blocks. */
  const runners: [page: RegExp, test: string][] = [
    [/^docs\/api\//, 'server/documents.test.ts'],
    [/^docs\/(zh\/)?operations\/(security|audit-log|backup)\.md$/, 'cli/documents.test.ts'],
  ]

  test.each(pages)('each shell block in %s is run by a test, or states why it is not run', (page) => {
    const run = runners.find(([pattern]) => pattern.test(page))
    if (run) expect(exists(run[1])).toBe(true)
    const blocks = read(page).match(/^ *```(sh|bash|shell|console)\b.*$/gm) ?? []
    const reasonless = blocks.filter((block) => !/no-run: \S/.test(block))
    expect(run ? [] : reasonless, `write \`\`\`sh no-run: REASON in ${page}`).toEqual([])
  })
})

test('every page in docs/ is linked from another page', () => {
  const linked = new Set(
    pages.flatMap((page) =>
      linksOf(page).map((to) => posix.normalize(posix.join(dirname(page), to.split('#')[0] ?? ''))),
    ),
  )
  expect(
    pages.filter((page) => page.startsWith('docs/') && !/README\.md$/.test(page) && !linked.has(page)),
  ).toEqual([])
})

/** Returns the number of words on an English page. Table syntax is not counted. */
const wordsIn = (page: string) =>
  read(page)
    .split(/\s+/)
    .filter((word) => /[A-Za-z0-9]/.test(word)).length

test('the English documents have at most 40,000 words in total, and each decision record has at most 350', () => {
  const english = pages.filter((page) => !/^docs\/zh\/|\.zh\.md$|^examples\/|^deploy\//.test(page))
  expect(english.reduce((sum, page) => sum + wordsIn(page), 0)).toBeLessThanOrEqual(40_000)
  const decisions = english.filter((page) => /^docs\/decisions\/\d/.test(page))
  expect(decisions.filter((page) => wordsIn(page) > 350)).toEqual([])
})
