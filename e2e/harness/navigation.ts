import type { Page } from 'playwright-core'
import { switchTo } from './actions.ts'
import type { Console, Look, SignIn } from './index.ts'

/** Opens a page as a user who has already switched to the organization. */
export async function openIn(
  reeve: Console,
  who: SignIn,
  tenant: { id: string; name: string },
  path: string,
  look: Look = {},
): Promise<Page> {
  // The page /config.json belongs to the console's origin but does not start the console, so the organization
  // can be stored first.
  const page = await reeve.openAs(who, '/config.json', look)
  await switchTo(page, tenant)
  await page.goto(path)
  return page
}

/**
 * Navigates to another page without a reload. The caller must then wait for an element that the previous page
 * does not have.
 */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path)
