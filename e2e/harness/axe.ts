import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { settled } from './browser.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * The WCAG A and AA rules that the page as it stands breaks, or the dialog that is open on it, each with the elements
 * that do: an empty list is well.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await settled(page)
  // Through the debugger, which the page's content security policy does not bind. Once a page: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate(async (values) => {
    const { axe } = window as unknown as {
      axe: { run(root: ParentNode, options: object): Promise<AxeResults> }
    }
    // What a dialog covers cannot be pressed: half covered it is no small target. Nor is what has scrolled half under
    // the dialog's own head or foot, which go with the rest meanwhile.
    const dialog = [...document.querySelectorAll('[aria-modal=true]')].at(-1)
    const stuck = [...(dialog?.querySelectorAll<HTMLElement>('*') ?? [])].filter(
      (each) => getComputedStyle(each).position === 'sticky',
    )
    for (const each of stuck) each.style.position = 'relative'
    try {
      return await axe.run(dialog ?? document, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
        // Only a rule that is off by default reads the style sheets.
        preload: false,
      })
    } finally {
      for (const each of stuck) each.style.position = ''
    }
  }, rules)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? ''})`).join('; ')}`,
  )
}
