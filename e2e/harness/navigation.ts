import type { Page } from 'playwright-core'
import { switchTo } from './actions.ts'
import type { Console, Look, SignIn } from './index.ts'

/** Opens a page as a person who is already in the organization. */
export async function openIn(
  reeve: Console,
  who: SignIn,
  tenant: { id: string; name: string },
  path: string,
  look: Look = {},
): Promise<Page> {
  // /config.json does not run the console, so the organization can be stored first.
  const page = await reeve.openAs(who, '/config.json', look)
  await switchTo(page, tenant)
  await page.goto(path)
  return page
}

/**
 * Opens another page without a reload. The next wait must be for an element that the present page does not
 * have.
 */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path)
