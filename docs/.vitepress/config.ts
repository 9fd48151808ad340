import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DefaultTheme, defineConfig, type MarkdownRenderer } from 'vitepress'

const docs = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Returns the text of a page's first heading. */
function titleOf(page: string): string {
  const heading = /^# (.+)$/m.exec(readFileSync(join(docs, page), 'utf8'))
  return heading?.[1]?.replaceAll('`', '') ?? page
}

const linkTo = (page: string): DefaultTheme.SidebarItem => ({
  text: titleOf(page),
  link: `/${page.replace(/README\.md$/, '').replace(/\.md$/, '')}`,
})

/** Returns the pages of a folder: README first, then the others by name. */
const pagesIn = (folder: string): DefaultTheme.SidebarItem[] =>
  readdirSync(join(docs, folder))
    .filter((name) => name.endsWith('.md'))
    .sort(
      (one, other) => Number(other === 'README.md') - Number(one === 'README.md') || one.localeCompare(other),
    )
    .map((name) => linkTo(posix.join(folder, name)))

const group = (text: string, items: DefaultTheme.SidebarItem[], collapsed = false) => ({
  text,
  items,
  collapsed,
})

/** Returns the top-level pages of a language, without its index page. */
const topPages = (folder: string) => pagesIn(folder).filter(({ link }) => !link?.endsWith('/'))

/**
 * Adapts links that are written for GitHub. Links to a folder's README.md lead to its index page. Links to
 * files outside docs/ become plain text, because the site has no page for them.
 */
function adaptLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let outside = false
      for (const token of children ?? []) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null
        if (href !== null && !/^(?:[a-z]+:|#|\/)/.test(href)) {
          outside = isOutside(env.relativePath, href)
          token.attrSet('href', href.replace(/README\.md(?=$|#)/, 'index.md'))
        }
        if (!outside || !/^link_(?:open|close)$/.test(token.type)) continue
        if (token.type === 'link_close') outside = false
        token.type = 'text'
        token.content = ''
      }
    }
  })
}

function isOutside(page: string, href: string): boolean {
  const target = posix.normalize(posix.join(posix.dirname(page), href))
  return target.startsWith('../') || !/\.(?:md|svg|png|webp)(?:#|$)/.test(target.replace(/\/$/, '/index.md'))
}

export default defineConfig({
  title: 'Reeve',
  description: 'Self-hosted user center: OpenID Connect, organizations, devices, audit',
  rewrites: { ':folder(.*)/README.md': ':folder/index.md', 'README.md': 'index.md' },
  cleanUrls: true,
  vite: { publicDir: false },
  markdown: { config: adaptLinks },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      themeConfig: {
        sidebar: [
          group('Guide', topPages('.')),
          group('Operations', pagesIn('operations')),
          group('API', pagesIn('api')),
          group('Examples', pagesIn('examples')),
          group('Decisions', pagesIn('decisions'), true),
        ],
      },
    },
    zh: {
      label: '简体中文',
      lang: 'zh-CN',
      // The Chinese documentation has no index page.
      link: '/zh/first-steps',
      themeConfig: {
        sidebar: [group('指南', topPages('zh')), group('运维', pagesIn('zh/operations'))],
        outline: { label: '本页目录' },
        docFooter: { prev: '上一页', next: '下一页' },
        darkModeSwitchLabel: '外观',
        sidebarMenuLabel: '目录',
        returnToTopLabel: '返回顶部',
      },
    },
  },
  themeConfig: {
    // Not every page exists in both languages, so the language menu leads to the start page.
    i18nRouting: false,
    search: {
      provider: 'local',
      options: {
        locales: {
          zh: {
            translations: {
              button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
              modal: {
                noResultsText: '没有找到',
                resetButtonTitle: '清除',
                footer: { selectText: '选择', navigateText: '切换', closeText: '关闭' },
              },
            },
          },
        },
      },
    },
  },
})
