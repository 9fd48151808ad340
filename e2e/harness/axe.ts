import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { settled } from './browser.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Returns the violated WCAG A and AA rules with the elements that violate them. If a dialog is open, only the
 * dialog is checked.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await settled(page)
  // The script is evaluated through the debugger, to which the content security policy does not apply. It is
  // only evaluated once per page, because its size is 0.5 MB.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate(async (values) => {
    const { axe } = window as unknown as {
      axe: { run(root: ParentNode, options: object): Promise<AxeResults> }
    }
    // Elements behind a dialog cannot be clicked, so a partly covered element must not be reported as a
    // target that is too small. The same applies to elements below a sticky header or footer. Sticky
    // positioning is therefore disabled during the check.
    const dialog = [...document.querySelectorAll('[aria-modal=true]')].at(-1)
    const stuck = [...(dialog?.querySelectorAll<HTMLElement>('*') ?? [])].filter(
      (each) => getComputedStyle(each).position === 'sticky',
    )
    for (const each of stuck) each.style.position = 'relative'
    try {
      return await axe.run(dialog ?? document, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
        // axe loads style sheets only for a rule that is disabled by default.
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
