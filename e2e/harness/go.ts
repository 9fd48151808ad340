import type { Page } from 'playwright-core'
import { switchTo } from './actions.ts'
import type { Console, Look, SignIn } from './index.ts'

/** Signed in, and in an organization from the first page on. */
export async function openIn(
  reeve: Console,
  who: SignIn,
  tenant: { id: string; name: string },
  path: string,
  look: Look = {},
): Promise<Page> {
  // Nothing of the console runs here yet.
  const page = await reeve.openAs(who, '/config.json', look)
  await switchTo(page, tenant)
  await page.goto(path)
  return page
}

/** To another page, without loading the console anew. What is waited for then must not be on this page already. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path)
